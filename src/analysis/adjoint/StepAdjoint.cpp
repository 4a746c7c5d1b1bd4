// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StepAdjoint.hpp"

#include <algorithm>

#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"

namespace tenon::analysis {

using Level = constraint::Constraint::Level;

void clearInactiveRows(const Equations& equations, Vec rows) {
  const ActiveSet* const active_set = equations.rows().activeSet();
  if (rows == nullptr || active_set == nullptr) return;
  la::WriteArray entries(rows);
  for (PetscInt row = 0; row < entries.size(); ++row)
    if (!active_set->isActive(static_cast<std::size_t>(row))) entries[row] = 0.0;
}

la::Vector constraintForce(const Equations& equations, Vec nu, Level level) {
  la::Vector force = equations.linearSystem().layout().makeVector();
  if (equations.constraints() == nullptr) return force;
  const auto& constraints = equations.mechanics().constraints();
  const bool has_rows =
      std::any_of(constraints.begin(), constraints.end(), [&](const auto& one) { return one->level() == level; });
  if (!has_rows) return force;
  const la::Vector of_level = la::copyOf(nu);
  {
    la::WriteArray entries(of_level.get());
    for (std::size_t c = 0; c < constraints.size(); ++c) {
      if (constraints[c]->level() == level) continue;
      const la::NamedRows& group = equations.constraints()->groups()[c];
      std::fill_n(entries.begin() + group.first, group.count, 0.0);
    }
  }
  TENON_PETSC(MatMultTranspose(equations.constraints()->full(), of_level.get(), force.get()));
  return force;
}

AdjointSolution StepAdjoint::solve(double h, const Cotangents& objective, StateCotangents& state, bool with_reactions,
                                   base::Phases& phases) {
  const Kinematics kinematics = stepper_.kinematics(h);
  equations_.unknowns().setKinematics(kinematics);
  TENON_PETSC(VecAXPY(state.q.get(), 1.0, objective.q.get()));
  TENON_PETSC(VecAXPY(state.v.get(), 1.0, objective.v.get()));
  TENON_PETSC(VecAXPY(state.a.get(), 1.0, objective.a.get()));
  stepper_.pullBackHistory(h, state);
  AdjointSolution adjoint;
  solve(kinematics, objective, state, adjoint, phases);
  PredictorCotangents predictors = predictorsOf(state, adjoint);
  if (with_reactions) addReactions(kinematics, state, predictors, adjoint);
  StateCotangents begin = StateCotangents::zero(state.q.get(), state.history.size());
  stepper_.pullBack(h, state, predictors, begin);
  TENON_PETSC(VecAXPY(begin.q.get(), 1.0, predictors.d0.get()));
  state = std::move(begin);
  return adjoint;
}

void StepAdjoint::solve(const Kinematics& kinematics, const Cotangents& objective, const StateCotangents& end,
                        AdjointSolution& adjoint, base::Phases& phases) {
  const Vec given = objective.residual.get();  // weights of reactions
  const la::Vector f = la::copyOf(end.a.get());
  TENON_PETSC(VecAXPBYPCZ(f.get(), kinematics.position, kinematics.velocity, 1.0, end.q.get(), end.v.get()));
  const bool has_given = la::norm(given, NORM_INFINITY) > 0.0;
  if (has_given) {
    TENON_PETSC(VecAXPY(f.get(), -1.0, products_.massTimes(given).get()));
    TENON_PETSC(VecAXPY(f.get(), kinematics.velocity, products_.dampingTimes(given).get()));
    TENON_PETSC(VecAXPY(f.get(), kinematics.position, products_.stiffnessTimes(given).get()));
  }
  la::Vector g;
  if (equations_.constraints() != nullptr) {
    g = la::copyOf(objective.multipliers.get());
    if (has_given) TENON_PETSC(MatMultAdd(equations_.constraints()->full(), given, g.get(), g.get()));
    TENON_PETSC(VecScale(g.get(), -1.0));
    equations_.rows().multiplyByFactors(g.get());
    clearInactiveRows(equations_, g.get());
  }
  equations_.mechanics().projection().project(f.get());
  adjoint.displacement = la::makeZeroLike(f.get());
  adjoint.nu = equations_.rows().makeVector();
  adjoint.loads = la::copyOf(objective.loads.get());
  adjoint.explicit_terms = objective.explicit_terms;
  solver_.beginStep();
  solver_.linearise(phases);
  adjoint.statistics =
      solver_.solveTransposedFor(f.get(), g.get(), adjoint.displacement.get(), adjoint.nu.get(), phases);
  if (g) {
    TENON_PETSC(VecScale(adjoint.nu.get(), -1.0));
    clearInactiveRows(equations_, adjoint.nu.get());
    equations_.rows().divideByFactors(adjoint.nu.get());
  }
  adjoint.y = la::copyOf(adjoint.displacement.get());
  if (has_given) TENON_PETSC(VecAXPY(adjoint.y.get(), 1.0, given));
}

PredictorCotangents StepAdjoint::predictorsOf(const StateCotangents& end, const AdjointSolution& adjoint) {
  PredictorCotangents predictors{la::copyOf(end.q.get()), la::copyOf(end.v.get())};
  const auto add = [&](const la::Vector& to, const la::Vector& product, Level level) {
    TENON_PETSC(VecAXPY(to.get(), 1.0, product.get()));
    if (adjoint.nu) TENON_PETSC(VecAXPY(to.get(), -1.0, constraintForce(equations_, adjoint.nu.get(), level).get()));
  };
  add(predictors.d0, products_.stiffnessTimes(adjoint.y.get()), Level::position);
  add(predictors.v0, products_.dampingTimes(adjoint.y.get()), Level::velocity);
  return predictors;
}

// In constrained directions, a = (q - q_n - d0) / p with the prescribed q. The reactions are the
// derivatives with respect to q; q_n and d0 have the opposite derivatives in addition to those
// through q, v and a.
void StepAdjoint::addReactions(const Kinematics& kinematics, const StateCotangents& end,
                               PredictorCotangents& predictors, AdjointSolution& adjoint) {
  const la::Vector of_a = la::copyOf(end.a.get());
  TENON_PETSC(
      VecAXPBYPCZ(of_a.get(), kinematics.position, kinematics.velocity, 1.0, predictors.d0.get(), predictors.v0.get()));
  TENON_PETSC(VecAXPY(of_a.get(), -1.0, products_.massTimes(adjoint.y.get()).get()));
  adjoint.reactions = equations_.mechanics().projection().complementOf(of_a.get());
  TENON_PETSC(VecScale(adjoint.reactions.get(), 1.0 / kinematics.position));
  TENON_PETSC(VecAXPY(predictors.d0.get(), -1.0, adjoint.reactions.get()));
}

}  // namespace tenon::analysis

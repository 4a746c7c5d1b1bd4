// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StartAdjoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "StepAdjoint.hpp"
#include "analysis/computeExtent.hpp"
#include "analysis/steppers/startWeights.hpp"
#include "analysis/steps/velocityTables.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

using Level = constraint::Constraint::Level;

namespace {

// Weights of the values at the times 0, 1, .., 5 in the first and second derivative at 0: exact for
// polynomials of fifth degree.
constexpr std::array<double, 6> slope_weights{-137.0 / 60, 5.0, -5.0, 10.0 / 3, -5.0 / 4, 1.0 / 5};
constexpr std::array<double, 6> curvature_weights{15.0 / 4, -77.0 / 6, 107.0 / 6, -13.0, 61.0 / 12, -5.0 / 6};

bool vanishes(Vec vector) {
  return vector == nullptr || la::norm(vector, NORM_INFINITY) == 0.0;
}

la::Vector multipleOf(Vec vector, double factor) {
  la::Vector result = la::copyOf(vector);
  TENON_PETSC(VecScale(result.get(), factor));
  return result;
}

/// Returns an adjoint solution of zeros without loads.
AdjointSolution makeZeroSolution(const Equations& equations) {
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  AdjointSolution zero;
  zero.y = layout.makeVector(), zero.reactions = layout.makeVector();
  zero.nu = equations.rows().makeVector();
  return zero;
}

/// Returns the time of the next entry of any table of prescribed values.
double nextEntryAfter(const Equations& equations, double time, double h) {
  return nextEntry(collectVelocityTables(equations.mechanics(), false), time, 1e-6 * h);
}

/// Returns true if all constraints on positions are linear.
bool haveLinearRows(const Equations& equations) {
  const auto& constraints = equations.mechanics().constraints();
  return std::all_of(constraints.begin(), constraints.end(),
                     [](const auto& one) { return !one->active || one->isUnilateral() || one->isLinear(); });
}

}  // namespace

/// Solution of one of the two adjoint systems.
struct StartAdjoint::Solution {
  la::Vector y, nu;  // nu: of the linear system; nullptr without constraints
};

// Sets the equations to the consistent state, with the matrix of the start.
void StartAdjoint::place(const TrajectoryRecord& start) {
  constexpr double hardly_resists = 1e-10;  // divisor with which rows with compliance do not resist
  restoreRecord(equations_, start);
  const double h = start.length;
  equations_.unknowns().setKinematics({0.0, 0.0, 1.0, hardly_resists * h * h, hardly_resists * h});
}

StartAdjoint::Solution StartAdjoint::solve(Vec f, Vec g, base::Phases& phases) {
  Solution solution{la::makeZeroLike(f), equations_.rows().makeVector()};
  solver_.linearise(phases);
  equations_.mechanics().projection().project(f);
  statistics_ =
      solver::combine(statistics_, solver_.solveTransposedFor(f, g, solution.y.get(), solution.nu.get(), phases));
  if (!solution.nu) return solution;
  TENON_PETSC(VecScale(solution.nu.get(), -1.0));
  clearInactiveRows(equations_, solution.nu.get());
  return solution;
}

// Returns the adjoint multipliers of the rows Phi + C lambda = 0, 0 for other rows.
la::Vector StartAdjoint::compliantRows(Vec nu) const {
  la::Vector rows = la::copyOf(nu);
  equations_.rows().divideByFactors(rows.get());
  const std::vector<double> compliance = la::entriesOf(equations_.constraints()->compliance());
  la::WriteArray entries(rows.get());
  for (PetscInt row = 0; row < entries.size(); ++row)
    if (compliance.empty() || compliance[static_cast<std::size_t>(row)] == 0.0) entries[row] = 0.0;
  return rows;
}

// Returns the adjoint multipliers of rows without compliance, 0 for other rows.
la::Vector StartAdjoint::equationRows(Vec nu) const {
  la::Vector rows = la::copyOf(nu);
  const std::vector<double> compliance = la::entriesOf(equations_.constraints()->compliance());
  la::WriteArray entries(rows.get());
  for (PetscInt row = 0; row < entries.size(); ++row)
    if (!compliance.empty() && compliance[static_cast<std::size_t>(row)] != 0.0) entries[row] = 0.0;
  return rows;
}

void StartAdjoint::requireOpenBounds(double time) const {
  if (equations_.rows().activeSet() == nullptr) return;
  const bool is_closed = !vanishes(equations_.rows().multipliersOfBounds().get());
  base::runCollectively(equations_.comm(), [&] {
    if (is_closed)
      throw base::InputError(
          fmt::format("Gradients are not available, because the velocities of prescribed motion or of constraints jump "
                      "at t = {:.6g} while contacts are closed: prescribe a smooth motion, for example by an "
                      "expression of t instead of a table.",
                      time));
  });
}

solver::SolveStatistics StartAdjoint::apply(const TrajectoryRecord& start, const TrajectoryRecord& given,
                                            const Cotangents& objective, StateCotangents& state, bool with_reactions,
                                            base::Phases& phases) {
  statistics_ = {};
  TENON_PETSC(VecAXPY(state.q.get(), 1.0, objective.q.get()));
  TENON_PETSC(VecAXPY(state.v.get(), 1.0, objective.v.get()));
  TENON_PETSC(VecAXPY(state.a.get(), 1.0, objective.a.get()));
  place(start);
  requireOpenBounds(start.after.time);
  la::Vector of_prescribed = la::makeZeroLike(state.a.get());
  const bool needs_accelerations =
      !vanishes(state.a.get()) || !vanishes(objective.multipliers.get()) || !vanishes(objective.residual.get());
  if (needs_accelerations)
    pullBackAccelerations(start, objective, state, of_prescribed, phases);
  else
    addExplicitTerms(start, objective);
  if (equations_.constraints() != nullptr) pullBackVelocities(start, given, state, phases);
  if (with_reactions) addPrescribed(start, state, of_prescribed.get());
  equations_.mechanics().projection().project(state.q.get());
  equations_.mechanics().projection().project(state.v.get());
  TENON_PETSC(VecSet(state.a.get(), 0.0));
  for (const la::Vector& vector : state.history) TENON_PETSC(VecSet(vector.get(), 0.0));
  return statistics_;
}

// Adds the explicit dependence of the objective on parameters, through loads, energies and volumes.
void StartAdjoint::addExplicitTerms(const TrajectoryRecord& start, const Cotangents& objective) {
  if (objective.explicit_terms.isEmpty() && vanishes(objective.loads.get())) return;
  AdjointSolution adjoint = makeZeroSolution(equations_);
  adjoint.loads = la::copyOf(objective.loads.get());
  adjoint.explicit_terms = objective.explicit_terms;
  add_products_(adjoint, start.after.time);
}

// Replaces the derivatives with respect to a and lambda by those with respect to q and v.
void StartAdjoint::pullBackAccelerations(const TrajectoryRecord& start, const Cotangents& objective,
                                         StateCotangents& state, la::Vector& of_prescribed, base::Phases& phases) {
  const Vec given = objective.residual.get();
  const la::Vector f = la::copyOf(state.a.get());
  if (!vanishes(given)) TENON_PETSC(VecAXPY(f.get(), -1.0, products_.massTimes(given).get()));
  la::Vector g;
  if (equations_.constraints() != nullptr) {
    g = la::copyOf(objective.multipliers.get());
    TENON_PETSC(MatMultAdd(equations_.constraints()->full(), given, g.get(), g.get()));
    TENON_PETSC(VecScale(g.get(), -1.0));
    equations_.rows().multiplyByFactors(g.get());
    clearInactiveRows(equations_, g.get());
  }
  Solution solution = solve(f.get(), g.get(), phases);
  AdjointSolution adjoint = makeZeroSolution(equations_);
  TENON_PETSC(VecAXPY(solution.y.get(), 1.0, given));
  adjoint.y = la::copyOf(solution.y.get());
  adjoint.loads = la::copyOf(objective.loads.get());
  adjoint.explicit_terms = objective.explicit_terms;
  if (solution.nu) adjoint.nu = compliantRows(solution.nu.get());
  add_products_(adjoint, start.after.time);
  TENON_PETSC(VecAXPY(state.q.get(), 1.0, products_.stiffnessTimes(adjoint.y.get()).get()));
  TENON_PETSC(VecAXPY(state.v.get(), 1.0, products_.dampingTimes(adjoint.y.get()).get()));
  of_prescribed = la::copyOf(state.a.get());
  TENON_PETSC(VecAXPY(of_prescribed.get(), -1.0, products_.massTimes(adjoint.y.get()).get()));
  if (!solution.nu) return;
  const la::Vector equations = equationRows(solution.nu.get());
  TENON_PETSC(VecAXPY(state.q.get(), -1.0, constraintForce(equations_, adjoint.nu.get(), Level::position).get()));
  for (const Level level : {Level::position, Level::velocity})
    TENON_PETSC(VecAXPY(of_prescribed.get(), -1.0, constraintForce(equations_, equations.get(), level).get()));
  addAlongMotion(start, equations.get(), true, state);
  place(start);
}

// Replaces the derivatives with respect to the projected velocities by those with respect to the
// given ones.
void StartAdjoint::pullBackVelocities(const TrajectoryRecord& start, const TrajectoryRecord& given,
                                      StateCotangents& state, base::Phases& phases) {
  const la::Vector f = la::copyOf(state.v.get()), g = equations_.rows().makeVector();
  const Solution solution = solve(f.get(), g.get(), phases);
  const la::Vector nu = equationRows(solution.nu.get());
  for (const Level level : {Level::position, Level::velocity})
    TENON_PETSC(VecAXPY(state.v.get(), -1.0, constraintForce(equations_, nu.get(), level).get()));
  const la::Vector jump = la::copyOf(start.after.state.v.get());
  TENON_PETSC(VecAXPY(jump.get(), -1.0, given.after.state.v.get()));
  equations_.mechanics().projection().project(jump.get());
  constexpr double negligible = 1e-12;  // round-off and tolerance of the projection, relative to the velocities
  const double size =
      std::max(la::norm(start.after.state.v.get(), NORM_INFINITY), la::norm(given.after.state.v.get(), NORM_INFINITY));
  if (la::norm(jump.get(), NORM_INFINITY) > negligible * size)
    addImpulses(start, jump.get(), solution.y.get(), state, phases);
  addAlongMotion(start, nu.get(), false, state);
  place(start);
}

// Adds the products of y . (G^T pi - M jump), as the difference between two evaluations of the
// equations.
void StartAdjoint::addImpulses(const TrajectoryRecord& start, Vec jump, Vec y, StateCotangents& state,
                               base::Phases& phases) {
  const la::Vector g = equations_.rows().makeVector(), impulses = equations_.rows().makeVector(),
                   none = la::makeZeroLike(jump), change = la::makeZeroLike(jump);
  TENON_PETSC(MatMult(equations_.constraints()->full(), jump, g.get()));
  const la::Vector rates = equationRows(g.get());
  clearInactiveRows(equations_, rates.get());
  equations_.rows().multiplyByFactors(rates.get());
  solver_.linearise(phases);
  statistics_ = solver::combine(statistics_, solver_.solveFor(none.get(), rates.get(), change.get(), impulses.get()));
  const StateVectors& at = start.after.state;
  for (const double factor : {1.0, -1.0}) {
    const double share = factor > 0.0 ? 1.0 : 0.0;
    const la::Vector lambda = multipleOf(impulses.get(), share);
    equations_.setState(start.after.time,
                        {la::copyOf(at.q.get()), la::copyOf(at.v.get()), multipleOf(change.get(), share)},
                        lambda.get());
    AdjointSolution adjoint = makeZeroSolution(equations_);
    adjoint.y = multipleOf(y, factor);
    add_products_(adjoint, start.after.time);
  }
  if (!haveLinearRows(equations_)) addRotationOfImpulses(start, impulses.get(), y, state);
}

// Adds the derivative of y . G^T pi with respect to q, a difference of G^T pi in the direction y.
void StartAdjoint::addRotationOfImpulses(const TrajectoryRecord& start, Vec impulses, Vec y, StateCotangents& state) {
  constexpr double share = 1e-5;  // relative to the size of the model
  const double size = equations_.norms().largestDisplacement(y);
  if (size == 0.0) return;
  const double step = share * equations_.unknowns().size() / size;
  const StateVectors& at = start.after.state;
  for (const double sign : {1.0, -1.0}) {
    StateVectors moved{la::copyOf(at.q.get()), la::copyOf(at.v.get()), la::copyOf(at.a.get())};
    TENON_PETSC(VecAXPY(moved.q.get(), sign * step, y));
    equations_.setState(start.after.time, moved, start.after.multipliers.get());
    TENON_PETSC(
        VecAXPY(state.q.get(), sign * 0.5 / step, constraintForce(equations_, impulses, Level::position).get()));
  }
}

// Adds the derivatives of nu . dPhi/dt or, for accelerations, of nu . d^2 Phi/dt^2 along the
// motion; rows on velocities are differentiated once less.
void StartAdjoint::addAlongMotion(const TrajectoryRecord& start, Vec nu, bool of_accelerations,
                                  StateCotangents& state) {
  if (vanishes(nu)) return;
  constexpr double share = 0.02;  // longest way in a step of the differences, relative to the extent
  const StateVectors& at = start.after.state;
  const double speed = equations_.norms().largestDisplacement(at.v.get()),
               extent = computeExtent(equations_.mechanics());
  const double rest = nextEntryAfter(equations_, start.after.time, start.length) - start.after.time;
  double step = std::min(start.length / 8.0, rest / 6.0);
  if (speed > 0.0 && extent > 0.0) step = std::min(step, share * extent / speed);
  const bool is_linear = haveLinearRows(equations_);
  std::vector<char> on_velocities;
  for (const auto& one : equations_.mechanics().constraints())
    on_velocities.insert(on_velocities.end(), static_cast<std::size_t>(one->numRows()),
                         one->level() == Level::velocity ? 1 : 0);
  for (std::size_t k = 0; k < slope_weights.size(); ++k) {
    const double s = static_cast<double>(k) * step, value = k == 0 ? 1.0 : 0.0;
    const double first = slope_weights[k] / step, second = curvature_weights[k] / (step * step);
    StateVectors moved{la::copyOf(at.q.get()), la::copyOf(at.v.get()), la::copyOf(at.a.get())};
    TENON_PETSC(VecAXPBYPCZ(moved.q.get(), s, 0.5 * s * s, 1.0, at.v.get(), at.a.get()));
    TENON_PETSC(VecAXPY(moved.v.get(), s, at.a.get()));
    equations_.setState(start.after.time + s, moved, start.after.multipliers.get());
    AdjointSolution adjoint = makeZeroSolution(equations_);
    TENON_PETSC(VecCopy(nu, adjoint.nu.get()));
    {
      la::WriteArray rows(adjoint.nu.get());
      for (PetscInt row = 0; row < rows.size(); ++row) {
        const bool is_rate = on_velocities[static_cast<std::size_t>(row)] != 0;
        rows[row] *= of_accelerations ? (is_rate ? first : second) : (is_rate ? value : first);
      }
    }
    add_products_(adjoint, start.after.time + s);
    if (is_linear) continue;
    const la::Vector force = constraintForce(equations_, nu, Level::position);
    TENON_PETSC(VecAXPY(state.q.get(), of_accelerations ? -second : -first, force.get()));
    if (of_accelerations) TENON_PETSC(VecAXPY(state.v.get(), -2.0 * first, force.get()));
  }
}

// Adds the products with prescribed displacements, velocities and accelerations.
void StartAdjoint::addPrescribed(const TrajectoryRecord& start, const StateCotangents& state, Vec of_accelerations) {
  const la::Projection& projection = equations_.mechanics().projection();
  const double time = start.after.time, h = start.length;
  const double step = std::min(h * prescribed_difference, 0.25 * (nextEntryAfter(equations_, time, h) - time));
  const la::Vector of_q = projection.complementOf(state.q.get()), of_v = projection.complementOf(state.v.get()),
                   of_a = projection.complementOf(of_accelerations);
  const auto add = [&](la::Vector reactions, double at) {
    equations_.mechanics().setTime(at);
    AdjointSolution adjoint = makeZeroSolution(equations_);
    adjoint.reactions = std::move(reactions);
    add_products_(adjoint, at);
  };
  la::Vector first = la::copyOf(of_q.get());
  for (std::size_t k = 0; k < velocity_weights.size(); ++k) {
    const double of_rate = velocity_weights[k] / step, of_second = acceleration_weights[k] / (step * step);
    la::Vector later = multipleOf(of_v.get(), of_rate);
    TENON_PETSC(VecAXPY(later.get(), of_second, of_a.get()));
    TENON_PETSC(VecAXPY(first.get(), -1.0, later.get()));
    add(std::move(later), time + static_cast<double>(k + 1) * step);
  }
  add(std::move(first), time);
  equations_.mechanics().setTime(time);
}

}  // namespace tenon::analysis

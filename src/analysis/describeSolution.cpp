// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "describeSolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "WorstNode.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "splitByBody.hpp"
#include "steppers/representable.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

/// Adds sign * forces to sum.
void add(double sign, const std::vector<std::vector<double>>& forces, std::vector<std::vector<double>>& sum) {
  for (std::size_t b = 0; b < sum.size(); ++b)
    for (std::size_t i = 0; i < sum[b].size(); ++i) sum[b][i] += sign * forces[b][i];
}

/// Returns true if the constraint may have rows on nodes of the state, now or after a search.
bool mayHaveRowsOn(const constraint::Constraint& constraint, const la::State& state) {
  const std::vector<const la::State*> states = constraint.statesOfPairs();
  return constraint.carrier() == &state || std::find(states.begin(), states.end(), &state) != states.end();
}

/// Returns a vector over the unknowns as arrays by object.
std::vector<std::vector<double>> byBody(const Equations& equations, Vec vector) {
  return splitByBody(equations.mechanics(), equations.linearSystem().layout(), vector);
}

/// Returns G^T lambda by object.
std::vector<std::vector<double>> constraintForceOf(const Equations& equations, Vec multipliers) {
  const la::Vector force = equations.linearSystem().layout().makeVector();
  TENON_PETSC(MatMultTranspose(equations.constraints()->full(), multipliers, force.get()));
  return byBody(equations, force.get());
}

/// Adds the sum of all constraint forces, and reactions r = -(I - P) (residual + G^T lambda).
void addReactions(const Equations& equations, Vec multipliers, std::vector<std::vector<double>> residual,
                  Solution& solution) {
  if (equations.constraints() != nullptr) {
    solution.constraint_force = constraintForceOf(equations, multipliers);
    add(1.0, solution.constraint_force, residual);
  }
  const la::Vector all = equations.linearSystem().layout().makeVector();
  equations.linearSystem().layout().gather({residual.begin(), residual.end()}, all.get());
  const la::Vector free = la::copyOf(all.get());
  equations.mechanics().projection().project(free.get());
  TENON_PETSC(VecAXPY(free.get(), -1.0, all.get()));
  solution.reactions = byBody(equations, free.get());
}

/// Adds f, M a and the reactions.
void addForces(const Equations& equations, Solution& solution) {
  solution.forces = system::forcesOf(equations.mechanics());
  auto residual = solution.forces;
  if (equations.unknowns().kinematics().acceleration != 0.0) {
    solution.inertia = system::inertiaOf(equations.mechanics());
    solution.kinetic_energy = system::kineticEnergyOf(equations.mechanics());
    add(-1.0, solution.inertia, residual);
  }
  addReactions(equations, equations.rows().multipliers(), std::move(residual), solution);
}

/// Adds the force of each constraint, and the objects on which it has rows.
void addConstraintForces(const Equations& equations, Vec multipliers, Solution& solution) {
  if (equations.constraints() == nullptr) return;
  const auto& bodies = equations.mechanics().bodies();
  const std::vector<double> entries = la::entriesOf(multipliers);
  const la::Vector only = equations.rows().makeVector();
  for (const la::NamedRows& group : equations.constraints()->groups()) {
    std::vector<double> of_group(entries.size(), 0.0);
    std::copy_n(entries.begin() + group.first, group.count, of_group.begin() + group.first);
    la::setEntries(only.get(), of_group);
    solution.constraint_forces.push_back(constraintForceOf(equations, only.get()));
    const constraint::Constraint& constraint = *equations.mechanics().constraints()[solution.has_rows_on.size()];
    std::vector<char> has_rows(bodies.size(), 0);
    if (constraint.isUnilateral()) {
      std::fill_n(of_group.begin() + group.first, group.count, 1.0);
      la::setEntries(only.get(), of_group);
      const auto sums = constraintForceOf(equations, only.get());
      for (std::size_t b = 0; b < has_rows.size(); ++b)
        has_rows[b] = mayHaveRowsOn(constraint, bodies[b]->state()) ||
                      std::any_of(sums[b].begin(), sums[b].end(), [](double sum) { return sum != 0.0; });
    }
    solution.has_rows_on.push_back(std::move(has_rows));
  }
}

/// Checks that a quantity of all states is finite and at most `largest_representable`.
/// @throws NotConvergedError that names the location
/// @note Collective.
void requireRepresentableStates(const system::MechanicalSystem& mechanics, const char* name,
                                gsl::span<const double> (la::State::*values)() const) {
  double size = 0.0;
  for (const la::State* state : mechanics.states())
    for (const double value : (state->*values)())
      size = std::isfinite(value) ? std::max(size, std::abs(value)) : std::numeric_limits<double>::infinity();
  if (mechanics.comm().max(size) <= largest_representable) return;
  std::vector<std::vector<double>> all;
  for (const la::State* state : mechanics.states()) {
    const gsl::span<const double> of_state = (state->*values)();
    all.emplace_back(of_state.begin(), of_state.end());
  }
  const WorstNode worst = WorstNode::of(mechanics, all);
  const std::string where = worst.text(mechanics);
  base::runCollectively(mechanics.comm(), [&] {
    throw base::NotConvergedError(
        fmt::format("The {} {} at {}: values above {:.0e} are not supported. Check the parameters of the case and the "
                    "coordinates of the mesh.",
                    name, worst.isFinite() ? "is too large" : "is infinite or NaN", where, largest_representable));
  });
}

}  // namespace

Solution describeSolution(const Equations& equations, const SolutionRequest& request) {
  requireRepresentableStates(equations.mechanics(), "displacement", &la::State::displacement);
  requireRepresentableStates(equations.mechanics(), "velocity", &la::State::velocity);
  requireRepresentableStates(equations.mechanics(), "acceleration", &la::State::acceleration);
  Solution solution;
  const Vec multipliers = equations.rows().multipliers();
  solution.multipliers = equations.rows().physicalMultipliers(multipliers);
  if (request.forces) addForces(equations, solution);
  if (request.constraint_forces) addConstraintForces(equations, multipliers, solution);
  return solution;
}

Solution describeMode(Equations& equations, Vec x, Vec multipliers, Vec force, const SolutionRequest& request) {
  equations.unknowns().set(x);
  equations.mechanics().updateMappedStates();
  Solution solution;
  solution.multipliers = equations.rows().physicalMultipliers(multipliers);
  solution.forces = byBody(equations, force);
  addReactions(equations, multipliers, solution.forces, solution);
  if (request.constraint_forces) addConstraintForces(equations, multipliers, solution);
  return solution;
}

}  // namespace tenon::analysis

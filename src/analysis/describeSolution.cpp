// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Members of Equations that evaluate a solution: multipliers, forces and reactions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "Equations.hpp"
#include "WorstNode.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
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

/// Checks that a quantity of all states is finite and at most `largest_representable`.
/// @throws NotConvergedError that names the location.
/// @note Collective.
void requireRepresentable(const system::MechanicalSystem& mechanics, const char* name,
                          gsl::span<const double> (la::State::*values)() const) {
  double size = 0.0;
  std::vector<gsl::span<const double>> all;
  for (const la::State* state : mechanics.states()) all.push_back((state->*values)());
  for (const auto& of_state : all)
    for (const double value : of_state)
      size = std::isfinite(value) ? std::max(size, std::abs(value)) : std::numeric_limits<double>::infinity();
  if (mechanics.comm().max(size) <= largest_representable) return;
  std::vector<std::vector<double>> copies;
  for (const auto& of_state : all) copies.emplace_back(of_state.begin(), of_state.end());
  const WorstNode worst = WorstNode::of(mechanics, copies);
  const std::string where = worst.text(mechanics);
  base::runCollectively(mechanics.comm(), [&] {
    throw base::NotConvergedError(
        fmt::format("The {} {} at {}: values above {:.0e} are not supported. Check the parameters of the case and the "
                    "coordinates of the mesh.",
                    name, worst.isFinite() ? "is too large" : "is infinite or NaN", where, largest_representable));
  });
}

}  // namespace

// Returns r = -(I - P) residual, the reactions at constrained degrees of freedom.
std::vector<std::vector<double>> Equations::computeReactions(const std::vector<std::vector<double>>& residual) const {
  la::Vector all = system_->layout().makeVector(), free = system_->layout().makeVector();
  system_->layout().gather({residual.begin(), residual.end()}, all.get());
  TENON_PETSC(VecCopy(all.get(), free.get()));
  mechanics_.projection().project(free.get());
  TENON_PETSC(VecAXPY(free.get(), -1.0, all.get()));
  return splitByBody(mechanics_, system_->layout(), free.get());
}

Solution Equations::evaluateSolution(const SolutionRequest& request) const {
  requireRepresentable(mechanics_, "displacement", &la::State::displacement);
  requireRepresentable(mechanics_, "velocity", &la::State::velocity);
  requireRepresentable(mechanics_, "acceleration", &la::State::acceleration);
  Solution solution;
  addMultipliers(multipliers_.get(), solution);
  if (request.forces) addForces(solution);
  if (request.constraint_forces) addConstraintForces(multipliers_.get(), solution);
  return solution;
}

Solution Equations::evaluateModeSolution(Vec x, Vec multipliers, Vec force, const SolutionRequest& request) {
  setCoordinates(x);
  mechanics_.updateMappedStates();
  Solution solution;
  addMultipliers(multipliers, solution);
  solution.forces = splitByBody(mechanics_, system_->layout(), force);
  addReactions(multipliers, solution.forces, solution);
  if (request.constraint_forces) addConstraintForces(multipliers, solution);
  return solution;
}

void Equations::addMultipliers(Vec multipliers, Solution& solution) const {
  if (!constraints_) return;
  const std::vector<double> entries = la::entriesOf(multipliers);
  for (const la::NamedRows& group : constraints_->groups()) solution.multipliers.push_back(physical(entries, group));
}

void Equations::addForces(Solution& solution) const {
  solution.forces = system::forcesOf(mechanics_);
  auto residual = solution.forces;
  if (kinematics_.acceleration != 0.0) {
    solution.inertia = system::inertiaOf(mechanics_);
    solution.kinetic_energy = system::kineticEnergyOf(mechanics_);
    add(-1.0, solution.inertia, residual);
  }
  addReactions(multipliers_.get(), std::move(residual), solution);
}

// Adds the forces of all constraints, and reactions r = -(I - P) (residual + G^T lambda).
void Equations::addReactions(Vec multipliers, std::vector<std::vector<double>> residual, Solution& solution) const {
  if (constraints_) {
    const la::Vector force = system_->layout().makeVector();
    TENON_PETSC(MatMultTranspose(constraints_->full(), multipliers, force.get()));
    solution.constraint_force = splitByBody(mechanics_, system_->layout(), force.get());
    add(1.0, solution.constraint_force, residual);
  }
  solution.reactions = computeReactions(residual);
}

void Equations::addConstraintForces(Vec multipliers, Solution& solution) const {
  if (!constraints_) return;
  const std::vector<double> entries = la::entriesOf(multipliers);
  const la::Vector only = constraints_->makeVector(), force = system_->layout().makeVector();
  for (const la::NamedRows& group : constraints_->groups()) {
    std::vector<double> of_group(entries.size(), 0.0);
    std::copy_n(entries.begin() + group.first, group.count, of_group.begin() + group.first);
    la::setEntries(only.get(), of_group);
    TENON_PETSC(MatMultTranspose(constraints_->full(), only.get(), force.get()));
    solution.constraint_forces.push_back(splitByBody(mechanics_, system_->layout(), force.get()));
    const constraint::Constraint& constraint = *mechanics_.constraints()[solution.has_rows_on.size()];
    std::vector<char> has_rows(mechanics_.bodies().size(), 0);
    if (constraint.isUnilateral()) {
      std::fill_n(of_group.begin() + group.first, group.count, 1.0);
      la::setEntries(only.get(), of_group);
      TENON_PETSC(MatMultTranspose(constraints_->full(), only.get(), force.get()));
      const auto sums = splitByBody(mechanics_, system_->layout(), force.get());
      for (std::size_t b = 0; b < has_rows.size(); ++b)
        has_rows[b] = mayHaveRowsOn(constraint, mechanics_.bodies()[b]->state()) ||
                      std::any_of(sums[b].begin(), sums[b].end(), [](double sum) { return sum != 0.0; });
    }
    solution.has_rows_on.push_back(std::move(has_rows));
  }
}

}  // namespace tenon::analysis

#include "tenon/solver/LinearStatics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "MatrixRow.hpp"
#include "byBody.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"
#include "tenon/system/AssembledSystem.hpp"

namespace tenon::solver {

LinearStatics::LinearStatics(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system)
    : mechanics_(mechanics),
      system_(system ? std::move(system) : std::make_unique<system::AssembledSystem>(mechanics)) {
  mechanics_.imposeHeld();
  if (!mechanics_.hasMultipliers()) return;
  constraints_ = std::make_unique<system::ConstraintJacobian>(mechanics_, system_->layout(), system_->held());
  multipliers_ = constraints_->makeVector();
}

void LinearStatics::assemble(base::Phases& phases) {
  const auto phase = phases.begin("assemble");
  system_->assemble(system::statics);
  requireStiffness();
}

void LinearStatics::precondition(std::unique_ptr<system::LinearSystem> own) {
  if (!own->isStored())
    throw base::InputError(
        fmt::format("A preconditioner cannot be made from a system of kind '{}': it has no entries.", own->kind()));
  if (!own->options().what.stiffness)
    throw base::InputError("A preconditioner cannot be made from a system without stiffness.");
  preconditioner_ = std::move(own);
}

void LinearStatics::moveTo(double time) {
  mechanics_.setTime(time);
  mechanics_.imposeHeld();
  if (renewal_) renewal_->beginStep();
}

bool LinearStatics::isLinear() const {
  const auto forces = mechanics_.forceFields();
  const auto& constraints = mechanics_.constraints();
  if (!system_->options().what.isExactTangent()) return false;
  return std::all_of(forces.begin(), forces.end(), [](const auto* force) { return force->isLinear(); }) &&
         std::all_of(constraints.begin(), constraints.end(), [](const auto& constraint) {
           return !constraint->active || (constraint->isLinear() && constraint->relaxation == 1.0);
         });
}

SaddleSystem LinearStatics::saddleSystem() const {
  SaddleSystem saddle;
  saddle.A = system_->get();
  saddle.P = preconditioner_ ? preconditioner_->get() : nullptr;
  saddle.rest = rest_.get();
  saddle.asymmetric = system_->asymmetricContributors();
  saddle.objects = la::namedStates(system_->layout());
  if (!constraints_) return saddle;
  saddle.G = redundancy_->independent();
  saddle.compliance = constraints_->compliance();
  saddle.groups = constraints_->groups();
  return saddle;
}

void LinearStatics::assemblePreconditioner(const SolverParameters& parameters) {
  if (!parameters.preconditioner.hasSystem()) preconditioner_.reset();
  if (parameters.preconditioner.hasSystem() && !preconditioner_)
    preconditioner_ = std::make_unique<system::AssembledSystem>(mechanics_);
  if (preconditioner_) preconditioner_->assemble(system::statics);
  if (parameters.preconditioner.isWarped()) rotations_.emplace(mechanics_);
}

void LinearStatics::prepareSolver(const SolverParameters& parameters, const SolverOptions& options) {
  base::collectively(mechanics_.comm(), [&] { options.requireNumbers(); });
  if (!renewal_) renewal_.emplace(parameters.preconditioner);
  if (!solver_ || (renewal_->isDue() && !(isLinear() && !preconditioner_))) {
    assemblePreconditioner(parameters);
    solver_.reset();  // its memory first
    solver_ = std::make_unique<SaddleSolver>(saddleSystem(), parameters, options);
    if (!std::exchange(options_are_known_, true))
      options.requireKnown(mechanics_.comm(), [&] { return solver_->knownOptions(); });
    renewal_->renewed();
  } else if (!isLinear()) {
    solver_->setOperator(saddleSystem());
  }
  if (rotations_) solver_->turn(mechanics_.block(), rotations_->sinceThen());
}

// Rows that follow from others do so as long as G is what it was.
void LinearStatics::findRedundancy() {
  if (!constraints_) return;
  const bool first = !redundancy_;
  if (first || !redundancy_->isOf(*constraints_)) {
    const la::Vector diagonal = system_->layout().makeVector();
    TENON_PETSC(MatGetDiagonal(system_->get(), diagonal.get()));
    redundancy_ = std::make_unique<system::Redundancy>(mechanics_, *constraints_, diagonal.get());
  }
  redundancy_->requireConsistent(mechanics_.violation());
  if (first && redundancy_->numDependent() > 0) base::log().warn("{}", redundancy_->sentence());
  if (first && redundancy_->numUnknown() > 0) base::log().info("{}", redundancy_->unknownSentence());
}

Vec LinearStatics::restPositions() {
  if (!rest_) rest_ = system_->restPositions();
  return rest_.get();
}

void LinearStatics::linearise(const SolverParameters& parameters, const SolverOptions& options, base::Phases& phases) {
  base::collectively(mechanics_.comm(), [&] { requireSolvable(); });
  restPositions();
  if (!solver_ || !isLinear()) assemble(phases);
  const auto phase = phases.begin("solve");
  findRedundancy();
  prepareSolver(parameters, options);
}

SolveStatistics LinearStatics::solveFor(Vec f, Vec g, Vec du, Vec step_of_multipliers) {
  if (g != nullptr) redundancy_->drop(g);
  const SolveStatistics statistics = solver_->solve(f, g, du, step_of_multipliers);
  if (step_of_multipliers != nullptr) {
    redundancy_->makeLeastNorm(step_of_multipliers);
    TENON_PETSC(VecScale(step_of_multipliers, -1.0));  // the solver's mu is -dlambda
  }
  renewal_->solved(statistics.iterations);
  return statistics;
}

StaticSolution LinearStatics::solve(const SolverParameters& parameters, const SolverOptions& options,
                                    base::Phases& phases) {
  linearise(parameters, options, phases);
  const auto phase = phases.begin("solve");
  la::Vector u = system_->layout().makeVector(), step = system_->layout().makeVector(), g, multipliers, change;
  if (constraints_) {
    multipliers = constraints_->makeVector();
    change = constraints_->makeVector();
    g = violation();
    TENON_PETSC(VecScale(g.get(), -1.0));
  }
  const Balance loads = balance();
  requireRepresentable(loads, g.get());
  const SolveStatistics statistics = solveFor(loads.free.get(), g.get(), step.get(), change.get());
  getMotion(u.get(), multipliers.get());
  TENON_PETSC(VecAXPY(u.get(), 1.0, step.get()));
  if (constraints_) TENON_PETSC(VecAXPY(multipliers.get(), 1.0, change.get()));
  setMotion(u.get(), multipliers.get());
  StaticSolution solution = describe();
  solution.statistics = statistics;
  return solution;
}

void LinearStatics::getMotion(Vec u, Vec multipliers) const {
  std::vector<gsl::span<const double>> displacements;
  for (const auto& body : mechanics_.bodies()) displacements.push_back(body->state().displacement());
  system_->layout().gather(displacements, u);
  if (constraints_) TENON_PETSC(VecCopy(multipliers_.get(), multipliers));
}

void LinearStatics::setMotion(Vec u, Vec multipliers) {
  std::vector<gsl::span<double>> displacements;
  for (const auto& body : mechanics_.bodies()) displacements.push_back(body->state().displacement());
  system_->layout().scatter(u, displacements);
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
  if (!constraints_) return;
  TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  followConstraints();
}

// G and what follows from its change, where anything does.
void LinearStatics::followConstraints() {
  const auto& constraints = mechanics_.constraints();
  if (std::all_of(constraints.begin(), constraints.end(), [](const auto& one) { return one->isLinear(); })) return;
  constraints_ = std::make_unique<system::ConstraintJacobian>(mechanics_, system_->layout(), system_->held());
  const std::vector<double> entries = la::entriesOf(multipliers_.get());
  for (std::size_t c = 0; c < constraints.size(); ++c)
    constraints[c]->setMultipliers(physical(entries, constraints_->groups()[c]));
}

/// Physical multipliers of a constraint's rows on this rank.
std::vector<double> LinearStatics::physical(const std::vector<double>& multipliers, const la::NamedRows& group) const {
  const auto first = multipliers.begin() + group.first;
  std::vector<double> lambda(first, first + group.count);
  for (std::size_t r = 0; r < lambda.size(); ++r)
    lambda[r] *= constraints_->scales()[static_cast<std::size_t>(group.first) + r];
  return lambda;
}

LinearStatics::Balance LinearStatics::balance() const {
  const la::CombinedLayout& layout = system_->layout();
  la::Vector all = layout.makeVector();
  const auto forces = mechanics_.forces();
  layout.gather({forces.begin(), forces.end()}, all.get());
  Balance balance;
  if (constraints_) {
    la::Vector force = layout.makeVector();
    TENON_PETSC(MatMultTranspose(constraints_->full(), multipliers_.get(), force.get()));
    TENON_PETSC(VecNorm(force.get(), NORM_2, &balance.constraint_norm));
    TENON_PETSC(VecAXPY(all.get(), 1.0, force.get()));
  }
  balance.free = layout.makeVector();
  TENON_PETSC(VecCopy(all.get(), balance.free.get()));
  mechanics_.projection().project(balance.free.get());
  TENON_PETSC(VecNorm(balance.free.get(), NORM_2, &balance.free_norm));
  TENON_PETSC(VecAXPY(all.get(), -1.0, balance.free.get()));
  TENON_PETSC(VecNorm(all.get(), NORM_2, &balance.reaction_norm));
  return balance;
}

la::Vector LinearStatics::violation() const {
  if (!constraints_) return {};
  la::Vector rows = constraints_->makeVector();
  std::vector<double> phi = mechanics_.violation();
  std::transform(phi.begin(), phi.end(), constraints_->scales().begin(), phi.begin(), std::multiplies<>());
  la::setEntries(rows.get(), phi);
  if (constraints_->compliance() == nullptr) return rows;
  la::Vector soft = constraints_->makeVector();
  TENON_PETSC(VecPointwiseMult(soft.get(), constraints_->compliance(), multipliers_.get()));
  TENON_PETSC(VecAXPY(rows.get(), 1.0, soft.get()));
  return rows;
}

double LinearStatics::roundingForces(Vec u) const {
  return stiffest_ * la::norm(u);
}

double LinearStatics::gap(Vec violation) const {
  const std::vector<double> rows = la::entriesOf(violation);
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(violation, &first, nullptr));
  double largest = 0.0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const MatrixRow row(constraints_->full(), first + static_cast<PetscInt>(r));
    const double slope = std::sqrt(std::inner_product(row.values, row.values + row.size, row.values, 0.0));
    if (slope > 0.0) largest = std::max(largest, std::abs(rows[r]) / slope);
    if (!std::isfinite(rows[r])) largest = std::numeric_limits<double>::infinity();
  }
  return mechanics_.comm().max(largest);
}

void LinearStatics::relax(Vec violation) const {
  std::vector<double> rows = la::entriesOf(violation);
  std::transform(rows.begin(), rows.end(), constraints_->relaxations().begin(), rows.begin(), std::multiplies<>());
  la::setEntries(violation, rows);
}

// What forces and constraints leave over in the motions that conditions take out: r = -(I - P) left_over.
std::vector<std::vector<double>> LinearStatics::reactionsTo(const std::vector<std::vector<double>>& left_over) const {
  la::Vector all = system_->layout().makeVector(), free = system_->layout().makeVector();
  system_->layout().gather({left_over.begin(), left_over.end()}, all.get());
  TENON_PETSC(VecCopy(all.get(), free.get()));
  mechanics_.projection().project(free.get());
  TENON_PETSC(VecAXPY(free.get(), -1.0, all.get()));
  return byBody(mechanics_, system_->layout(), free.get());
}

StaticSolution LinearStatics::describe() const {
  StaticSolution solution;
  solution.forces = mechanics_.forces();
  auto left_over = solution.forces;
  if (constraints_) {
    const std::vector<double> entries = la::entriesOf(multipliers_.get());
    la::Vector only = constraints_->makeVector(), force = system_->layout().makeVector();
    for (const la::NamedRows& group : constraints_->groups()) {
      std::vector<double> of_group(entries.size(), 0.0);
      std::copy_n(entries.begin() + group.first, group.count, of_group.begin() + group.first);
      la::setEntries(only.get(), of_group);
      TENON_PETSC(MatMultTranspose(constraints_->full(), only.get(), force.get()));
      solution.multipliers.push_back(physical(entries, group));
      solution.constraint_forces.push_back(byBody(mechanics_, system_->layout(), force.get()));
      const auto& forces = solution.constraint_forces.back();
      for (std::size_t b = 0; b < left_over.size(); ++b)
        for (std::size_t i = 0; i < left_over[b].size(); ++i) left_over[b][i] += forces[b][i];
    }
  }
  solution.reactions = reactionsTo(left_over);
  return solution;
}

}  // namespace tenon::solver

#include "tenon/solver/LinearStatics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "tenon/base/collectively.hpp"
#include "tenon/solver/freeMotions.hpp"
#include "tenon/system/AssembledSystem.hpp"

namespace tenon::solver {
namespace {

using system::Body;
using system::MechanicalSystem;

constexpr system::Factors statics{0.0, 0.0, -1.0};

/// Local arrays of zeros, one per body.
std::vector<std::vector<double>> zeros(const MechanicalSystem& mechanics) {
  std::vector<std::vector<double>> arrays;
  for (const auto& body : mechanics.bodies())
    arrays.emplace_back(static_cast<std::size_t>(body->state().layout().numLocal() * body->state().block()), 0.0);
  return arrays;
}

std::vector<std::vector<double>> byBody(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                        Vec vector) {
  auto arrays = zeros(mechanics);
  std::vector<gsl::span<double>> parts(arrays.begin(), arrays.end());
  layout.scatter(vector, parts);
  return arrays;
}

std::vector<la::ElementTable> solidCells(const mesh::Mesh& mesh) {
  std::vector<la::ElementTable> tables;
  for (const auto& block : mesh.blocks())
    if (mesh::info(block.type).dimension == mesh.dimension())
      tables.push_back({block.nodes.data(), mesh::info(block.type).num_nodes, block.numCells()});
  return tables;
}

/// This rank's entries of a vector.
std::vector<double> entriesOf(Vec vector) {
  PetscInt count = 0;
  const double* entries = nullptr;
  TENON_PETSC(VecGetLocalSize(vector, &count));
  TENON_PETSC(VecGetArrayRead(vector, &entries));
  std::vector<double> copy(entries, entries + count);
  TENON_PETSC(VecRestoreArrayRead(vector, &entries));
  return copy;
}

void setEntries(Vec vector, const std::vector<double>& entries, double factor) {
  double* target = nullptr;
  TENON_PETSC(VecGetArray(vector, &target));
  std::transform(entries.begin(), entries.end(), target, [factor](double entry) { return factor * entry; });
  TENON_PETSC(VecRestoreArray(vector, &target));
}

}  // namespace

LinearStatics::LinearStatics(MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system)
    : mechanics_(mechanics),
      system_(system ? std::move(system) : std::make_unique<system::AssembledSystem>(mechanics)) {
  mechanics_.imposeHeld();
  if (mechanics_.hasMultipliers())
    constraints_ = std::make_unique<system::ConstraintJacobian>(mechanics_, system_->layout(), system_->held());
}

void LinearStatics::requireSupported() {
  std::vector<HeldState> states;
  for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    const auto& held = mechanics_.held()[b];
    states.push_back({&body.state(), solidCells(body.mesh()),
                      [&held](LocalIndex node, int component) { return held.isHeld(node, component); }});
  }
  const std::vector<Mat> rows{constraints_ ? constraints_->full() : nullptr, mechanics_.projection().directions()};
  solver::requireSupported(states, rows, [&] {
    system_->assemble(statics);
    return system_->get();
  });
}

void LinearStatics::assemble(base::Phases& phases) {
  const auto phase = phases.begin("assemble");
  system_->assemble(statics);
  requireStiffness();
}

// The diagonal of a node that is free and belongs to anything stiff is positive.
void LinearStatics::requireStiffness() const {
  la::Vector diagonal = system_->layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system_->get(), diagonal.get()));
  const auto entries = byBody(mechanics_, system_->layout(), diagonal.get());
  for (std::size_t b = 0; b < entries.size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    const int block = body.state().block();
    long first = std::numeric_limits<long>::max(), count = 0;
    for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node) {
      bool soft = false;
      for (int i = 0; i < block; ++i)
        soft = soft ||
               (entries[b][static_cast<std::size_t>(node * block + i)] == 0.0 && !mechanics_.held()[b].isHeld(node, i));
      if (!soft) continue;
      first = std::min(first, static_cast<long>(body.mesh().nodeTags()[static_cast<std::size_t>(node)]));
      ++count;
    }
    first = mechanics_.comm().min(first);
    count = mechanics_.comm().sum(count);
    base::collectively(mechanics_.comm(), [&] {
      if (count > 0)
        throw base::InputError(fmt::format(
            "Nothing gives {} free node{} of object '{}' a stiffness, node {} for one: all its cells need a "
            "force of type elastic.",
            count, count == 1 ? "" : "s", body.name(), first));
    });
  }
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
  if (!system_->options().what.isExactTangent()) return false;
  return std::all_of(forces.begin(), forces.end(), [](const auto* force) { return force->isLinear(); });
}

SaddleSystem LinearStatics::saddleSystem() const {
  SaddleSystem saddle;
  saddle.A = system_->get();
  saddle.P = preconditioner_ ? preconditioner_->get() : nullptr;
  saddle.rest = rest_.get();
  saddle.asymmetric = system_->asymmetricContributors();
  if (!constraints_) return saddle;
  saddle.G = constraints_->free();
  saddle.compliance = constraints_->compliance();
  saddle.objects = la::namedStates(system_->layout());
  saddle.groups = constraints_->groups();
  return saddle;
}

void LinearStatics::assemblePreconditioner(const SolverParameters& parameters) {
  if (!parameters.preconditioner.hasSystem()) preconditioner_.reset();
  if (parameters.preconditioner.hasSystem() && !preconditioner_)
    preconditioner_ = std::make_unique<system::AssembledSystem>(mechanics_);
  if (preconditioner_) preconditioner_->assemble(statics);
  if (parameters.preconditioner.isWarped()) rotations_.emplace(mechanics_);
}

void LinearStatics::prepareSolver(const SolverParameters& parameters, const SolverOptions& options) {
  if (!renewal_) renewal_.emplace(parameters.preconditioner);
  if (!solver_ || (renewal_->isDue() && !(isLinear() && !preconditioner_))) {
    assemblePreconditioner(parameters);
    solver_.reset();  // its memory first
    solver_ = std::make_unique<SaddleSolver>(saddleSystem(), parameters, options);
    renewal_->renewed();
  } else if (!isLinear()) {
    solver_->setOperator(saddleSystem());
  }
  if (rotations_) solver_->turn(mechanics_.block(), rotations_->sinceThen());
}

void LinearStatics::requireSolvable() const {
  if (system_->options().what.first_order)
    throw base::InputError(
        "`first_order: true` makes another matrix than the one to be solved: it is for the preconditioner's own "
        "system.");
  for (const auto* system : {system_.get(), preconditioner_.get()})
    if (system != nullptr && !system->options().what.projective_conditions)
      throw base::InputError(
          fmt::format("A system of kind '{}' that is told `projective_conditions: false` keeps the unknowns that "
                      "conditions hold: it "
                      "can be exported, but not solved.",
                      system->kind()));
}

StaticSolution LinearStatics::solve(const SolverParameters& parameters, SolverOptions& options, base::Phases& phases) {
  base::collectively(mechanics_.comm(), [&] { requireSolvable(); });
  if (!rest_) rest_ = system_->restPositions();
  if (!solver_ || !isLinear()) assemble(phases);
  const auto phase = phases.begin("solve");
  prepareSolver(parameters, options);
  const la::Vector f = system_->residual();
  la::Vector g, step = system_->layout().makeVector(), mu;
  if (constraints_) {
    g = constraints_->makeVector();
    mu = constraints_->makeVector();
    setEntries(g.get(), constraints_->rightHandSide(mechanics_.violation()), 1.0);
  }
  const SolveStatistics statistics = solver_->solve(f.get(), g.get(), step.get(), mu.get());
  renewal_->solved(statistics.iterations);
  move(step.get());
  StaticSolution solution = describe(mu.get());
  solution.statistics = statistics;
  return solution;
}

void LinearStatics::move(Vec step) {
  const auto steps = byBody(mechanics_, system_->layout(), step);
  for (std::size_t b = 0; b < steps.size(); ++b) {
    la::State& state = mechanics_.bodies()[b]->state();
    const auto displacement = state.displacement();
    for (std::size_t i = 0; i < steps[b].size(); ++i) displacement[i] += steps[b][i];
    state.updateGhosts();
  }
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

// The solver's mu is -lambda.
StaticSolution LinearStatics::describe(Vec mu) const {
  StaticSolution solution;
  solution.forces = mechanics_.forces();
  auto left_over = solution.forces;
  if (constraints_) {
    const std::vector<double> entries = entriesOf(mu);
    const std::vector<double>& scales = constraints_->scales();
    la::Vector lambda = constraints_->makeVector(), force = system_->layout().makeVector();
    for (const la::NamedRows& group : constraints_->groups()) {
      std::vector<double> only(entries.size(), 0.0);
      std::transform(entries.begin() + group.first, entries.begin() + group.first + group.count,
                     only.begin() + group.first, std::negate<>());
      setEntries(lambda.get(), only, 1.0);
      TENON_PETSC(MatMultTranspose(constraints_->full(), lambda.get(), force.get()));
      auto& multipliers = solution.multipliers.emplace_back();
      for (LocalIndex r = group.first; r < group.first + group.count; ++r)
        multipliers.push_back(only[static_cast<std::size_t>(r)] * scales[static_cast<std::size_t>(r)]);
      solution.constraint_forces.push_back(byBody(mechanics_, system_->layout(), force.get()));
      const auto& forces = solution.constraint_forces.back();
      for (std::size_t b = 0; b < left_over.size(); ++b)
        for (std::size_t i = 0; i < left_over[b].size(); ++i) left_over[b][i] += forces[b][i];
    }
  }
  solution.reactions = reactionsTo(left_over);
  return solution;
}

std::vector<std::string> LinearStatics::knownOptions() const {
  return solver_ ? solver_->knownOptions() : std::vector<std::string>{};
}

}  // namespace tenon::solver

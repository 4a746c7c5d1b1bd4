// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TangentSolver.hpp"

#include <fmt/format.h>

#include <utility>

#include "Residual.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "la/vectors.hpp"
#include "system/evaluation.hpp"
#include "system/vertexInterpolation.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::analysis {
namespace {

/// Returns the owned rows of A that belong to rigid bodies.
std::vector<PetscInt> rowsOfRigidBodies(const la::CombinedLayout& layout) {
  std::vector<PetscInt> rows;
  for (std::size_t s = 0; s < layout.states().size(); ++s) {
    const la::State& state = *layout.states()[s];
    if (state.kind() != la::NodeKind::frames) continue;
    const PetscInt first = static_cast<PetscInt>(layout.firstOwned(s)) * layout.block(), block = state.block();
    for (PetscInt i = 0; i < static_cast<PetscInt>(state.layout().numOwned()) * block; ++i)
      rows.push_back(first + i / block * layout.scalarRowsPerNode(s) + i % block);
  }
  return rows;
}

/// Returns the owned rows of G that have bounds, including slips.
std::vector<PetscInt> rowsWithBounds(const system::MechanicalSystem& mechanics) {
  std::vector<PetscInt> rows;
  PetscInt next = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const PetscInt first = next;
    next += constraint->numRows();
    for (PetscInt row = first; constraint->isUnilateral() && row < next; ++row) rows.push_back(row);
  }
  return rows;
}

}  // namespace

TangentSolver::TangentSolver(Equations& equations, const solver::SolverParameters& parameters,
                             const solver::SolverOptions& options)
    : equations_(equations),
      parameters_(parameters),
      options_(options),
      preconditioner_update_(parameters.preconditioner) {}

void TangentSolver::precondition(std::unique_ptr<system::LinearSystem> own) {
  if (!own->isStored())
    throw base::InputError(fmt::format(
        "A preconditioner cannot be built from a system of type '{}', which stores no entries.", own->kind()));
  if (!own->options().contents.stiffness)
    throw base::InputError("A preconditioner cannot be built from a system without stiffness.");
  preconditioner_ = std::move(own);
}

void TangentSolver::requireSolvable() const {
  requireLevels(equations_);
  requireLargeRotationConstraints(equations_.mechanics());
  if (equations_.linearSystem().options().contents.first_order)
    throw base::InputError(
        "With `first_order: true`, the matrix is an approximation that cannot replace the system matrix: use this "
        "parameter only in the system of the preconditioner.");
  const system::LinearSystem* const systems[] = {&equations_.linearSystem(), preconditioner_.get()};
  for (const system::LinearSystem* system : systems)
    if (system != nullptr && !system->options().contents.projective_conditions)
      throw base::InputError(
          fmt::format("A system of type '{}' with `projective_conditions: false` keeps the constrained degrees of "
                      "freedom: it can be exported, but not solved.",
                      system->kind()));
}

void TangentSolver::keepPreconditioner() {
  if (!parameters_.preconditioner.update.empty() || parameters_.preconditioner.hasSystem()) return;
  parameters_.preconditioner.update = "iterations-double";
  preconditioner_update_ = solver::PreconditionerUpdate(parameters_.preconditioner);
  keeps_by_default_ = true;
}

void TangentSolver::beginStep() {
  preconditioner_update_.beginStep();
}

solver::SaddleSystem TangentSolver::saddleSystem() const {
  const system::LinearSystem& system = equations_.linearSystem();
  solver::SaddleSystem saddle;
  saddle.A = system.get();
  saddle.P = preconditioner_ ? preconditioner_->get() : nullptr;
  saddle.rigid_modes = equations_.tangent().rigidModes();
  saddle.vertex_interpolation = vertex_interpolation_->get();
  saddle.asymmetric_contributors = system.asymmetricContributors();
  saddle.objects = la::namedStates(system.layout());
  if (equations_.constraints() == nullptr) return saddle;
  saddle.G = equations_.rows().activeRows(redundancy_->independent());
  saddle.compliance = equations_.rows().compliance();
  saddle.groups = equations_.constraints()->groups();
  saddle.bounded_rows = rowsWithBounds(equations_.mechanics());
  if (equations_.unknowns().kinematics().isStatic())
    saddle.constraint_supported_rows = rowsOfRigidBodies(system.layout());
  return saddle;
}

void TangentSolver::assemblePreconditioner() {
  if (!parameters_.preconditioner.hasSystem()) preconditioner_.reset();
  if (parameters_.preconditioner.hasSystem() && !preconditioner_)
    preconditioner_ = std::make_unique<system::AssembledSystem>(equations_.mechanics());
  if (preconditioner_) preconditioner_->assemble(equations_.unknowns().kinematics().factors());
  if (parameters_.preconditioner.isWarped()) rotations_.emplace(equations_.mechanics());
}

bool TangentSolver::isDue() const {
  return preconditioner_update_.isDue() || made_for_ != equations_.unknowns().kinematics() ||
         (keeps_by_default_ && solver_->hasFactorsOfA());
}

void TangentSolver::makeSolver() {
  assemblePreconditioner();
  solver_.reset();  // releases its memory first
  solver_ = std::make_unique<solver::SaddleSolver>(saddleSystem(), parameters_, options_);
  if (!std::exchange(options_are_known_, true))
    options_.requireKnown(equations_.comm(), [&] { return solver_->knownOptions(); });
}

void TangentSolver::prepare(bool changed) {
  base::runCollectively(equations_.comm(), [&] { options_.requireNumbers(); });
  if (!vertex_interpolation_)
    vertex_interpolation_ = system::vertexInterpolation(equations_.mechanics(), equations_.linearSystem().layout());
  const bool has_own = parameters_.preconditioner.hasSystem();
  changed = changed || made_for_ != equations_.unknowns().kinematics();
  ActiveSet* const active_set = equations_.rows().activeSet();
  const bool other_rows = active_set != nullptr && active_set->recordChange();
  const bool updates_preconditioner = !solver_ || other_rows || ((changed || has_own) && isDue());
  bool stays = solver_ && !(updates_preconditioner && has_own);
  if (stays && changed) stays = solver_->update(saddleSystem(), updates_preconditioner);
  if (!stays) makeSolver();
  if (!stays || updates_preconditioner) preconditioner_update_.recordUpdate();
  is_old_ = stays && (is_old_ || changed) && !updates_preconditioner;
  made_for_ = equations_.unknowns().kinematics();
  if (rotations_) solver_->setRotations(equations_.mechanics().dimension(), rotations_->computeRotations());
}

// Finds redundant rows; they are known until G changes.
void TangentSolver::findRedundancy() {
  const system::ConstraintJacobian* constraints = equations_.constraints();
  if (constraints == nullptr) return;
  const bool first = !redundancy_;
  const system::LinearSystem& system = equations_.linearSystem();
  const la::Vector diagonal = system.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system.get(), diagonal.get()));
  if (first || !redundancy_->belongsTo(*constraints))
    redundancy_ = std::make_unique<system::Redundancy>(equations_.mechanics(), *constraints, diagonal.get());
  else
    redundancy_->update(*constraints, diagonal.get());
  if (redundancy_->numDependent() > 0)
    redundancy_->requireConsistent(system::constraintResidualOf(equations_.mechanics()));
  if (first && redundancy_->numDependent() > 0) base::log().warn("{}", redundancy_->message());
  if (first && redundancy_->numUntested() > 0) base::log().info("{}", redundancy_->untestedMessage());
}

void TangentSolver::requireConsistent(base::Phases& phases) {
  base::runCollectively(equations_.comm(), [&] { requireSolvable(); });
  equations_.tangent().assemble(phases);
  findRedundancy();
}

void TangentSolver::linearise(base::Phases& phases) {
  base::runCollectively(equations_.comm(), [&] { requireSolvable(); });
  const bool changed = !equations_.tangent().isAssembled();
  if (changed) equations_.tangent().assemble(phases);
  const auto phase = phases.begin("solve");
  findRedundancy();
  prepare(changed);
}

bool TangentSolver::fallBack(const std::string& failure) {
  if (!fallback_) return false;
  const auto other = std::exchange(fallback_, nullptr)(equations_.comm());
  if (!other) return false;
  base::log().warn("{} The preset '{}' is used from now on.", failure.substr(0, failure.find(". ") + 1), other->preset);
  parameters_ = *other;
  return true;
}

// Retries a failed solve: a preconditioner of an earlier matrix may not suit the current one. After
// a failure the solver is discarded.
solver::SolveStatistics TangentSolver::solve(Vec f, Vec g, Vec dx, Vec mu, double tolerance) {
  for (;;) {
    try {
      return solver_->solve(f, g, dx, mu, tolerance);
    } catch (const base::NotConvergedError& error) {
      const bool was_old = std::exchange(is_old_, false);
      solver_.reset();
      if (!was_old && !(error.isOnAllRanks() && fallBack(error.what()))) throw;
    }
    makeSolver();
    preconditioner_update_.recordUpdate();
  }
}

solver::SolveStatistics TangentSolver::solveFor(Vec f, Vec g, Vec dx, Vec step_of_multipliers, double tolerance) {
  if (g != nullptr) {
    redundancy_->removeDependent(g);
    equations_.rows().divideByFactors(g);
  }
  const solver::SolveStatistics statistics = solve(f, g, dx, step_of_multipliers, tolerance);
  if (step_of_multipliers != nullptr) {
    redundancy_->minimiseNorm(step_of_multipliers);
    TENON_PETSC(VecScale(step_of_multipliers, -1.0));  // mu of the solver is -dlambda
  }
  preconditioner_update_.recordSolve(statistics.iterations);
  return statistics;
}

solver::SolveStatistics TangentSolver::solveTransposedFor(Vec f, Vec g, Vec dx, Vec step_of_multipliers,
                                                          base::Phases& phases) {
  const auto phase = phases.begin("solve");
  const system::LinearSystem& system = equations_.linearSystem();
  if (system.isSymmetric()) return solveFor(f, g, dx, step_of_multipliers);
  base::runCollectively(equations_.comm(), [&] {
    if (!system.isStored())
      throw base::InputError(
          fmt::format("The tangent of '{}' is not symmetric, and a system of type '{}' provides no transposed matrix: "
                      "use `system: {{type: fixed-pattern}}`.",
                      system.asymmetricContributors().front(), system.kind()));
  });
  la::Matrix transposed;
  TENON_PETSC(MatTranspose(system.get(), MAT_INITIAL_MATRIX, transposed.out()));
  solver::SaddleSystem saddle = saddleSystem();
  saddle.A = transposed.get();
  if (g != nullptr) {
    redundancy_->removeDependent(g);
    equations_.rows().divideByFactors(g);
  }
  const solver::SolveStatistics statistics =
      solver::SaddleSolver(saddle, parameters_, options_).solve(f, g, dx, step_of_multipliers);
  if (step_of_multipliers == nullptr) return statistics;
  redundancy_->minimiseNorm(step_of_multipliers);
  TENON_PETSC(VecScale(step_of_multipliers, -1.0));  // mu of the solver is -dlambda
  return statistics;
}

solver::SolveStatistics solveLinearStep(Equations& equations, TangentSolver& solver, base::Phases& phases) {
  solver.linearise(phases);
  const auto phase = phases.begin("solve");
  const Residual loads = computeResidual(equations);
  const la::Vector x = equations.unknowns().get(), step = la::makeZeroLike(x.get()), g = equations.rows().residual(),
                   multipliers = equations.rows().copyMultipliers(), change = equations.rows().makeVector();
  if (g) TENON_PETSC(VecScale(g.get(), -1.0));
  requireRepresentable(equations, loads, g.get());
  const solver::SolveStatistics statistics = solver.solveFor(loads.free.get(), g.get(), step.get(), change.get());
  TENON_PETSC(VecAXPY(x.get(), 1.0, step.get()));
  if (g) TENON_PETSC(VecAXPY(multipliers.get(), 1.0, change.get()));
  equations.setUnknowns(x.get(), multipliers.get());
  return statistics;
}

}  // namespace tenon::analysis

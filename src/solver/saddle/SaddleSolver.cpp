// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/saddle/SaddleSolver.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "Formulation.hpp"
#include "SystemReferences.hpp"
#include "la/commOf.hpp"
#include "la/vectors.hpp"
#include "solver/convergence/BlockResidual.hpp"
#include "solver/convergence/ResidualProgress.hpp"
#include "solver/convergence/describeRejection.hpp"
#include "solver/options/checkConfiguration.hpp"
#include "solver/options/queriedOptions.hpp"
#include "solver/preconditioners/SingleMatrix.hpp"
#include "solver/preconditioners/WarpedPreconditioner.hpp"
#include "solver/preconditioners/factors.hpp"
#include "solver/preconditioners/preconditioners.hpp"
#include "solver/preconditioners/symmetry.hpp"
#include "splits.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::solver {
namespace {

// The round-off of an ill-conditioned system may exceed a tight rtol.
constexpr double loosest_check = 1e-8;
constexpr int most_rounds = 6;

/// Returns the identities of the matrices and of their sparsity patterns.
std::vector<PetscInt64> identityOf(const SaddleSystem& system) {
  std::vector<PetscInt64> identity;
  for (Mat matrix : {system.A, system.P, system.G}) {
    PetscObjectId id = 0;
    PetscObjectState pattern = 0;
    if (matrix != nullptr) TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(matrix), &id));
    if (matrix != nullptr) TENON_PETSC(MatGetNonzeroState(matrix, &pattern));
    identity.push_back(id);
    identity.push_back(pattern);
  }
  return identity;
}

/// Returns true if all entries are numbers. @note Collective.
bool isFinite(Vec vector) {
  return std::isfinite(la::norm(vector, NORM_1));
}

}  // namespace

struct SaddleSolver::Implementation {
  Implementation(const SaddleSystem& given, const SolverParameters& parameters, const SolverOptions& options);

  void setOperator(const SaddleSystem& given);
  bool isOf(const SaddleSystem& given) const;
  void setUp();
  void coarsenApart();
  void updatePreconditioner();
  void configureInnerSolvers();
  void setUpParts(KSP part);
  int innerIterations() const;
  void usePreconditionerMatrixOnly();
  void multiplyInSinglePrecision();
  void refinePreconditioner();
  KSPConvergedReason solveOnce(Vec f, Vec g, SolveStatistics& statistics);
  void takeStep(Vec f, Vec g, Vec delta, Vec mu);
  double limit() const;
  bool isAccepted() const;
  void nextRound();
  [[noreturn]] void refuse(const SolveStatistics& statistics, KSPConvergedReason reason, bool is_rhs_finite) const;

  const SolverParameters parameters;
  const SolverOptions& options;
  base::Communicator comm;
  std::vector<PetscInt64> made_of;
  SaddleOptions saddle_options;
  SystemReferences kept;
  std::unique_ptr<Formulation> operators;
  std::unique_ptr<BlockResidual> residual;
  std::unique_ptr<WarpedPreconditioner> warped;
  la::LinearSolver ksp;
  la::Vector rhs, solution;
  BlockResidual::Ratio change;  // Change in the last round; in the first round the whole solution.
  double rtol = 0.0, atol = 0.0, setup_seconds = 0.0;
  double accepted = 0.0;  // Relative tolerance of the current solve.
  int setups = 1;
  ResidualProgress bar;
};

SaddleSolver::Implementation::Implementation(const SaddleSystem& given, const SolverParameters& given_parameters,
                                             const SolverOptions& given_options)
    : parameters(given_parameters), options(given_options), comm(la::commOf(given.A)) {
  base::runCollectively(comm, [&] {
    requireSymmetry(options, given.asymmetric_contributors);
    parameters.preconditioner.requireApplicable(given.G != nullptr);
    saddle_options = SaddleOptions::read(parameters, options);
  });
  registerPreconditioners();
  setOperator(given);
  const PetscInt num_empty_rows = operators->numEmptyRows();
  if (num_empty_rows > 0)
    base::log().debug("The number of empty rows of G is {}: the multipliers of these rows are set to zero.",
                      num_empty_rows);
  setUp();
}

void SaddleSolver::Implementation::setOperator(const SaddleSystem& given) {
  const double start = MPI_Wtime();
  kept = SystemReferences(given);
  operators = formulate(given, saddle_options);
  residual = std::make_unique<BlockResidual>(given);
  made_of = identityOf(given);
  setup_seconds += MPI_Wtime() - start;
}

bool SaddleSolver::Implementation::isOf(const SaddleSystem& given) const {
  return identityOf(given) == made_of;
}

void SaddleSolver::Implementation::setUp() {
  const double start = MPI_Wtime();
  TENON_PETSC(MatCreateVecs(operators->preconditionerMatrix(), solution.out(), rhs.out()));
  TENON_PETSC(KSPCreate(comm.mpi(), ksp.out()));
  TENON_PETSC(KSPSetOptionsPrefix(ksp.get(), parameters.prefix.c_str()));
  TENON_PETSC(KSPSetOperators(ksp.get(), operators->systemMatrix(), operators->preconditionerMatrix()));
  operators->nameSplits(ksp.get());
  base::runCollectively(comm, [&] { checkConfiguration(KSPSetFromOptions(ksp.get()), options); });
  operators->prepareSplits(ksp.get());
  usePreconditionerMatrixOnly();
  base::runCollectively(comm, [&] { requireEntries(ksp.get()); });
  base::runCollectively(comm, [&] { checkConfiguration(KSPSetUp(ksp.get()), options); });
  configureInnerSolvers();
  operators->nameParts(ksp.get());
  coarsenApart();
  operators->completeSplits(ksp.get(), [single = parameters.single_precision](PC inner) {
    setUpFactors(inner);
    if (single) smoothInSinglePrecision(inner);
  });
  setUpParts(ksp.get());
  refinePreconditioner();
  PetscReal tolerance = 0.0;
  PetscReal absolute = 0.0;
  TENON_PETSC(KSPGetTolerances(ksp.get(), &tolerance, &absolute, nullptr, nullptr));
  rtol = tolerance;
  // PETSc's default 1e-50 is large in units in which forces are small.
  if (options.value("-" + parameters.prefix + "ksp_atol")) atol = absolute;
  if (!options.hasOptionWithPrefix("-" + parameters.prefix + "ksp_monitor")) bar.attach(ksp.get());
  setup_seconds += MPI_Wtime() - start;
}

// Forms the aggregates of multigrid, which are kept after the first set-up, without rows that may
// become inactive. An aggregate across a contact would move both bodies as one, although they slide
// and separate; this takes twice the iterations.
void SaddleSolver::Implementation::coarsenApart() {
  KSP split = splitOnMultigrid(ksp.get());
  if (split == nullptr || !operators->separate()) return;
  base::runCollectively(comm, [&] { checkConfiguration(KSPSetUp(split), options); });
  operators->join();
}

// Updates the values only: the KSP, its parts and their symbolic phases are kept.
void SaddleSolver::Implementation::updatePreconditioner() {
  const double start = MPI_Wtime();
  operators->prepareSplits(ksp.get());
  base::runCollectively(comm, [&] { checkConfiguration(KSPSetUp(ksp.get()), options); });
  setUpParts(ksp.get());
  multiplyInSinglePrecision();
  setup_seconds += MPI_Wtime() - start;
  ++setups;
}

// Configures inner solvers before PETSc does so within the first iteration, which would be too late
// to name their parts.
void SaddleSolver::Implementation::configureInnerSolvers() {
  for (KSP split : splitsOf(ksp.get()))
    if (KSP inner = innerSolver(split))
      base::runCollectively(comm, [&] { checkConfiguration(KSPSetFromOptions(inner), options); });
}

// Sets up the splits before PETSc does so within the first iteration, so that their time and their
// failures belong to the set-up.
void SaddleSolver::Implementation::setUpParts(KSP part) {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(part, &pc));
  setUpFactors(pc);
  for (KSP split : splitsOf(part)) {
    base::runCollectively(comm, [&] { checkConfiguration(KSPSetUp(split), options); });
    setUpParts(split);
  }
}

// Makes multigrid use the preconditioner matrix on its finest level. By default PETSc smooths with
// the operator, which changes while the preconditioner is kept.
void SaddleSolver::Implementation::usePreconditionerMatrixOnly() {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp.get(), &pc));
  if (!options.value("-" + parameters.prefix + "pc_use_amat")) TENON_PETSC(PCSetUseAmat(pc, PETSC_FALSE));
}

void SaddleSolver::Implementation::multiplyInSinglePrecision() {
  if (!parameters.single_precision) return;
  std::vector<KSP> solvers{ksp.get()};
  for (std::size_t i = 0; i < solvers.size(); ++i) {
    const std::vector<KSP> splits = splitsOf(solvers[i]);
    solvers.insert(solvers.end(), splits.begin(), splits.end());
  }
  for (KSP solver : solvers) {
    PC pc = nullptr;
    TENON_PETSC(KSPGetPC(solver, &pc));
    smoothInSinglePrecision(pc);
  }
}

void SaddleSolver::Implementation::refinePreconditioner() {
  multiplyInSinglePrecision();
  // The preconditioner of the reference configuration is kept while the bodies rotate.
  if (parameters.preconditioner.hasSystem()) TENON_PETSC(KSPSetReusePreconditioner(ksp.get(), PETSC_TRUE));
  if (parameters.preconditioner.isWarped()) warped = std::make_unique<WarpedPreconditioner>(ksp.get());
}

// Returns the number of inner iterations so far. A split that applies its preconditioner once
// counts as no iteration.
int SaddleSolver::Implementation::innerIterations() const {
  PetscInt sum = 0;
  for (KSP split : splitsOf(ksp.get())) {
    PetscBool once = PETSC_FALSE;
    PetscInt iterations = 0;
    TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(split), KSPPREONLY, &once));
    TENON_PETSC(KSPGetTotalIterations(split, &iterations));
    if (once == PETSC_FALSE) sum += iterations;
  }
  return static_cast<int>(sum);
}

double SaddleSolver::Implementation::limit() const {
  return std::max(10.0 * accepted, loosest_check);
}

bool SaddleSolver::Implementation::isAccepted() const {
  if (residual->isSmallAgainstTerms(limit())) return true;
  return residual->isSmall(limit()) && change.value <= BlockResidual::standstill;
}

KSPConvergedReason SaddleSolver::Implementation::solveOnce(Vec f, Vec g, SolveStatistics& statistics) {
  operators->scale(f, g, rhs.get());
  TENON_PETSC(KSPSolve(ksp.get(), rhs.get(), solution.get()));
  PetscInt iterations = 0;
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  TENON_PETSC(KSPGetIterationNumber(ksp.get(), &iterations));
  TENON_PETSC(KSPGetConvergedReason(ksp.get(), &reason));
  statistics.iterations += static_cast<int>(iterations);
  statistics.reason = KSPConvergedReasons[reason];
  return reason;
}

void SaddleSolver::Implementation::takeStep(Vec f, Vec g, Vec delta, Vec mu) {
  const la::Vector step = la::makeZeroLike(delta);
  operators->addUnscaled(solution.get(), step.get(), mu);
  TENON_PETSC(VecAXPY(delta, 1.0, step.get()));
  residual->compute(f, g, delta, mu);
  change = residual->change(step.get(), delta);
}

// Sets the tolerance of the next round. PETSc uses one norm over all entries; if the share of one
// block or object is small, a further round reduces its residual. The initial residual of that
// round may be far above the final residual of the last one because of round-off in another part,
// so that a tolerance relative to the latter would be meaningless.
void SaddleSolver::Implementation::nextRound() {
  constexpr double least = 1e-10;
  const double wanted = std::clamp(0.3 * limit() / residual->worst(), least, 0.1);
  PetscReal reached = 0.0;
  TENON_PETSC(KSPGetResidualNorm(ksp.get(), &reached));
  TENON_PETSC(KSPSetTolerances(ksp.get(), least, wanted * reached, PETSC_DEFAULT, PETSC_DEFAULT));
}

void SaddleSolver::Implementation::refuse(const SolveStatistics& statistics, KSPConvergedReason reason,
                                          bool is_rhs_finite) const {
  const std::string sentence = describeRejection(*residual, change, limit(), statistics) + " " +
                               adviceForReason(reason, isFactored(ksp.get()), saddle_options.has_splits, is_rhs_finite);
  base::runCollectively(comm, [&] { throw base::NotConvergedError(sentence); });
  throw base::InternalError(sentence);
}

SaddleSolver::SaddleSolver(const SaddleSystem& system, const SolverParameters& parameters, const SolverOptions& options)
    : implementation_(std::make_unique<Implementation>(system, parameters, options)) {}
SaddleSolver::~SaddleSolver() = default;
SaddleSolver::SaddleSolver(SaddleSolver&&) noexcept = default;
SaddleSolver& SaddleSolver::operator=(SaddleSolver&&) noexcept = default;

SolveStatistics SaddleSolver::solve(Vec f, Vec g, Vec delta, Vec mu, double tolerance) {
  Implementation& p = *implementation_;
  p.accepted = std::max(p.rtol, tolerance);
  SolveStatistics statistics;
  statistics.preset = p.parameters.preset;
  statistics.choice_reason = p.parameters.choice_reason;
  statistics.solves = 1;
  statistics.setups = std::exchange(p.setups, 0);  // Set-ups belong to the first solve after them.
  statistics.setup_seconds = std::exchange(p.setup_seconds, 0.0);
  const double start = MPI_Wtime();
  const int inner_iterations = p.innerIterations();
  std::optional<base::ProgressBar> progress(std::in_place, p.comm, "solve");
  p.bar.progress = &*progress;
  TENON_PETSC(VecZeroEntries(delta));
  if (mu != nullptr) TENON_PETSC(VecZeroEntries(mu));
  TENON_PETSC(KSPSetTolerances(p.ksp.get(), p.accepted, p.atol, PETSC_DEFAULT, PETSC_DEFAULT));
  KSPConvergedReason reason = p.solveOnce(f, g, statistics);
  p.takeStep(f, g, delta, mu);
  for (int round = 1; round < most_rounds && !p.isAccepted(); ++round) {
    if (!p.residual->isSmall(p.limit()) && reason < 0) break;
    p.nextRound();
    reason = p.solveOnce(p.residual->displacement(), p.residual->multipliers(), statistics);
    p.takeStep(f, g, delta, mu);
  }
  p.bar.progress = nullptr;
  progress.reset();  // The bar must end before anything else is printed.
  statistics.solve_seconds = MPI_Wtime() - start;
  statistics.inner_iterations = p.innerIterations() - inner_iterations;
  statistics.residual_displacement = p.residual->displacementRatio().value;
  statistics.residual_multipliers = p.residual->multiplierRatio().value;
  if (!p.isAccepted()) p.refuse(statistics, reason, isFinite(f) && (g == nullptr || isFinite(g)));
  return statistics;
}

void SaddleSolver::precondition(Vec f, Vec x) {
  Implementation& p = *implementation_;
  PC pc = nullptr;
  la::Vector none, mu;
  if (p.residual->multipliers() != nullptr)
    none = la::makeZeroLike(p.residual->multipliers()), mu = la::makeZeroLike(none.get());
  TENON_PETSC(KSPGetPC(p.ksp.get(), &pc));
  p.operators->scale(f, none.get(), p.rhs.get());
  TENON_PETSC(PCApply(pc, p.rhs.get(), p.solution.get()));
  TENON_PETSC(VecZeroEntries(x));
  p.operators->addUnscaled(p.solution.get(), x, mu.get());
}

bool SaddleSolver::hasFactorsOfA() const {
  const std::vector<KSP> splits = splitsOf(implementation_->ksp.get());
  return hasFactors(splits.empty() ? implementation_->ksp.get() : splits.front());
}

std::optional<Determinant> SaddleSolver::determinant() const {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(implementation_->ksp.get(), &pc));
  return determinantOf(pc);
}

bool SaddleSolver::update(const SaddleSystem& system, bool updates_preconditioner) {
  Implementation& p = *implementation_;
  const bool keeps_system = p.parameters.preconditioner.hasSystem();
  base::ensure(!(keeps_system && updates_preconditioner),
               "A preconditioner with a separate system is rebuilt with that system.");
  if (p.isOf(system) && p.operators->update(system, updates_preconditioner)) {
    p.residual->update(system);
    p.kept = SystemReferences(system);
  } else if (keeps_system) {
    p.setOperator(system);
  } else {
    return false;
  }
  TENON_PETSC(KSPSetOperators(p.ksp.get(), p.operators->systemMatrix(), p.operators->preconditionerMatrix()));
  if (!keeps_system) reusePreconditioners(p.ksp.get(), updates_preconditioner ? PETSC_FALSE : PETSC_TRUE);
  if (updates_preconditioner) p.updatePreconditioner();
  return true;
}

void SaddleSolver::setRotations(int block, std::vector<double> rotations) {
  base::ensure(implementation_->warped != nullptr, "Only a warped preconditioner rotates.");
  implementation_->warped->setRotations(block, std::move(rotations));
}

std::vector<KnownOption> SaddleSolver::knownOptions() const {
  std::vector<KnownOption> options = queriedOptions(implementation_->ksp.get());
  for (const std::string& own : SaddleOptions::names(implementation_->parameters.prefix))
    options.push_back({own, true});
  return options;
}

}  // namespace tenon::solver

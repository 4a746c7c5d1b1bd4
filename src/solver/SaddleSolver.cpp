#include "tenon/solver/SaddleSolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "BlockResidual.hpp"
#include "Formulation.hpp"
#include "ResidualBar.hpp"
#include "SingleMatrix.hpp"
#include "configure.hpp"
#include "factors.hpp"
#include "preconditioners.hpp"
#include "queriedOptions.hpp"
#include "reasons.hpp"
#include "splits.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/solver/WarpedPreconditioner.hpp"
#include "tenon/solver/symmetry.hpp"

namespace tenon::solver {
namespace {

constexpr double loosest_check = 1e-8;  // round-off of an ill-conditioned system may exceed a tight rtol
constexpr int most_rounds = 4;

base::Communicator commOf(Mat matrix) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
}

}  // namespace

void SolverParameters::declare(base::Parameters<SolverParameters>& p) {
  p.optional("preset", &SolverParameters::preset, "",
             "named list of PETSc options (`tenon list preset`); default: the first one made for such systems");
  p.optional("augmentation", &SolverParameters::augmentation, "",
             "gamma in A + gamma G^T W G, for fieldsplit solvers; W makes it a number without unit; some presets have "
             "a gamma of their own")
      .nonNegative();
  p.optional(
      "schur", &SolverParameters::schur, "",
      "approximation of the Schur complement (`tenon list schur-approximation`), for fieldsplit solvers; default: "
      "as -pc_fieldsplit_schur_precondition says");
  p.optional("single_precision", &SolverParameters::single_precision, "",
             "whether multigrid multiplies by copies of its matrices in single precision: quicker, as exact");
  p.optional("preconditioner", &SolverParameters::preconditioner_block, "",
             "what the preconditioner is made from, and when (`tenon list preconditioner`)");
}

struct SaddleSolver::Parts {
  Parts(const SaddleSystem& given, const SolverParameters& parameters, const SolverOptions& options);

  void setOperator(const SaddleSystem& given);
  void setUp();
  void setUpParts(KSP part);
  int innerIterations() const;
  void usePreconditionerMatrixOnly();
  void refinePreconditioner();
  double limit() const;
  void nextRound(double worst);
  [[noreturn]] void refuse(const SolveStatistics& statistics) const;

  const SolverParameters parameters;
  const SolverOptions& options;
  base::Communicator comm;
  SaddleOptions saddle_options;
  std::unique_ptr<Formulation> operators;
  std::unique_ptr<BlockResidual> residual;
  std::unique_ptr<WarpedPreconditioner> warped;
  la::LinearSolver ksp;
  la::Vector rhs, solution;
  double rtol = 0.0, setup_seconds = 0.0;
  int setups = 1;
  ResidualBar bar;
};

SaddleSolver::Parts::Parts(const SaddleSystem& given, const SolverParameters& given_parameters,
                           const SolverOptions& given_options)
    : parameters(given_parameters), options(given_options), comm(commOf(given.A)) {
  base::collectively(comm, [&] {
    requireSymmetry(options, given.asymmetric);
    parameters.preconditioner.requireSuited(given.G != nullptr);
    saddle_options = SaddleOptions::read(parameters, options);
  });
  registerPreconditioners();
  setOperator(given);
  const PetscInt num_empty_rows = operators->numEmptyRows();
  if (num_empty_rows > 0)
    base::log().debug("{} rows of G are empty: their multipliers are set to zero.", num_empty_rows);
  setUp();
}

void SaddleSolver::Parts::setOperator(const SaddleSystem& given) {
  operators = formulate(given, saddle_options);
  residual = std::make_unique<BlockResidual>(given);
}

void SaddleSolver::Parts::setUp() {
  const double start = MPI_Wtime();
  TENON_PETSC(MatCreateVecs(operators->preconditioned(), solution.put(), rhs.put()));
  TENON_PETSC(KSPCreate(comm.mpi(), ksp.put()));
  TENON_PETSC(KSPSetOptionsPrefix(ksp.get(), parameters.prefix.c_str()));
  TENON_PETSC(KSPSetOperators(ksp.get(), operators->solved(), operators->preconditioned()));
  operators->nameSplits(ksp.get());
  base::collectively(comm, [&] { configure(KSPSetFromOptions(ksp.get()), options); });
  operators->prepareSplits(ksp.get());
  usePreconditionerMatrixOnly();
  base::collectively(comm, [&] { requireEntries(ksp.get()); });
  base::collectively(comm, [&] { configure(KSPSetUp(ksp.get()), options); });
  operators->nameParts(ksp.get());
  operators->completeSplits(ksp.get(), [single = parameters.single_precision](PC inner) {
    setUpFactors(inner);
    if (single) smoothInSinglePrecision(inner);
  });
  setUpParts(ksp.get());
  refinePreconditioner();
  PetscReal tolerance = 0.0;
  TENON_PETSC(KSPGetTolerances(ksp.get(), &tolerance, nullptr, nullptr, nullptr));
  rtol = tolerance;
  if (!options.any("-" + parameters.prefix + "ksp_monitor")) bar.attach(ksp.get());
  setup_seconds = MPI_Wtime() - start;
}

// PETSc would set the splits up within the first iteration: then neither time nor failure belonged to the set-up.
void SaddleSolver::Parts::setUpParts(KSP part) {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(part, &pc));
  setUpFactors(pc);
  for (KSP split : splitsOf(part)) {
    base::collectively(comm, [&] { configure(KSPSetUp(split), options); });
    setUpParts(split);
  }
}

// Multigrid would smooth its finest level with the operator itself, which changes under a preconditioner that is kept.
void SaddleSolver::Parts::usePreconditionerMatrixOnly() {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp.get(), &pc));
  if (!options.value("-" + parameters.prefix + "pc_use_amat")) TENON_PETSC(PCSetUseAmat(pc, PETSC_FALSE));
}

void SaddleSolver::Parts::refinePreconditioner() {
  std::vector<KSP> solvers{ksp.get()};
  for (std::size_t i = 0; i < solvers.size(); ++i) {
    const std::vector<KSP> splits = splitsOf(solvers[i]);
    solvers.insert(solvers.end(), splits.begin(), splits.end());
  }
  for (KSP solver : solvers) {
    PC pc = nullptr;
    TENON_PETSC(KSPGetPC(solver, &pc));
    if (parameters.single_precision) smoothInSinglePrecision(pc);
  }
  // What is made of the matrix at rest stays as it is while the bodies turn.
  if (parameters.preconditioner.hasSystem()) TENON_PETSC(KSPSetReusePreconditioner(ksp.get(), PETSC_TRUE));
  if (parameters.preconditioner.isWarped()) warped = std::make_unique<WarpedPreconditioner>(ksp.get());
}

// So far; a split that applies its preconditioner once is no iteration.
int SaddleSolver::Parts::innerIterations() const {
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

double SaddleSolver::Parts::limit() const {
  return std::max(10.0 * rtol, loosest_check);
}

// PETSc measures one norm over both blocks: where one block's share is small, a further round brings it down.
void SaddleSolver::Parts::nextRound(double worst) {
  const double wanted = std::clamp(0.3 * limit() / worst, 1e-10, 0.1);
  TENON_PETSC(KSPSetTolerances(ksp.get(), wanted, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
}

void SaddleSolver::Parts::refuse(const SolveStatistics& statistics) const {
  const bool displacement = !(statistics.residual_displacement <= limit());
  std::string advice = "Look at -ksp_monitor_true_residual";
  if (parameters.preset != "direct") advice += "; try the preset 'direct'";
  if (saddle_options.has_splits)
    advice += ", another `augmentation` in the solver block (0.3 to 10), or a larger -ksp_max_it";
  const std::string sentence = fmt::format(
      "The linear solver did not converge: the residual of the {} block is {:.2e} of its terms (at most {:.0e} is "
      "accepted) after {} iterations. PETSc ended with {}: {}. {}.",
      displacement ? "displacement" : "multipliers",
      displacement ? statistics.residual_displacement : statistics.residual_multipliers, limit(), statistics.iterations,
      statistics.reason, reasonInWords(statistics.reason), advice);
  base::collectively(comm, [&] { throw base::NotConvergedError(sentence); });
  throw base::InternalError(sentence);
}

SaddleSolver::SaddleSolver(const SaddleSystem& system, const SolverParameters& parameters, const SolverOptions& options)
    : parts_(std::make_unique<Parts>(system, parameters, options)) {}
SaddleSolver::~SaddleSolver() = default;
SaddleSolver::SaddleSolver(SaddleSolver&&) noexcept = default;
SaddleSolver& SaddleSolver::operator=(SaddleSolver&&) noexcept = default;

SolveStatistics SaddleSolver::solve(Vec f, Vec g, Vec delta, Vec mu) {
  Parts& p = *parts_;
  SolveStatistics statistics;
  statistics.preset = p.parameters.preset;
  statistics.solves = 1;
  statistics.setups = std::exchange(p.setups, 0);  // of the first solve after them
  statistics.setup_seconds = std::exchange(p.setup_seconds, 0.0);
  const double start = MPI_Wtime();
  const int inner_iterations = p.innerIterations();
  std::optional<base::Progress> progress(std::in_place, p.comm, "solve");
  p.bar.progress = &*progress;
  TENON_PETSC(VecZeroEntries(delta));
  if (mu != nullptr) TENON_PETSC(VecZeroEntries(mu));
  TENON_PETSC(KSPSetTolerances(p.ksp.get(), p.rtol, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  for (int round = 0; round < most_rounds; ++round) {
    const bool first = round == 0;
    p.operators->scale(first ? f : p.residual->displacement(), first ? g : p.residual->multipliers(), p.rhs.get());
    TENON_PETSC(KSPSolve(p.ksp.get(), p.rhs.get(), p.solution.get()));
    PetscInt iterations = 0;
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    TENON_PETSC(KSPGetIterationNumber(p.ksp.get(), &iterations));
    TENON_PETSC(KSPGetConvergedReason(p.ksp.get(), &reason));
    statistics.iterations += static_cast<int>(iterations);
    statistics.reason = KSPConvergedReasons[reason];
    p.operators->addUnscaled(p.solution.get(), delta, mu);
    p.residual->compute(f, g, delta, mu);
    if (reason < 0 || !(p.residual->worst() > p.limit())) break;
    p.nextRound(p.residual->worst());
  }
  p.bar.progress = nullptr;
  progress.reset();  // before anything else is printed
  statistics.solve_seconds = MPI_Wtime() - start;
  statistics.inner_iterations = p.innerIterations() - inner_iterations;
  statistics.residual_displacement = p.residual->relativeDisplacement();
  statistics.residual_multipliers = p.residual->relativeMultipliers();
  if (!(p.residual->worst() <= p.limit())) p.refuse(statistics);
  return statistics;
}

void SaddleSolver::setOperator(const SaddleSystem& system) {
  Parts& p = *parts_;
  base::ensure(p.parameters.preconditioner.hasSystem(), "A preconditioner that is kept needs a system of its own.");
  p.setOperator(system);
  TENON_PETSC(KSPSetOperators(p.ksp.get(), p.operators->solved(), p.operators->preconditioned()));
}

void SaddleSolver::turn(int block, std::vector<double> rotations) {
  base::ensure(parts_->warped != nullptr, "Only a warped preconditioner turns.");
  parts_->warped->setRotations(block, std::move(rotations));
}

std::vector<KnownOption> SaddleSolver::knownOptions() const {
  std::vector<KnownOption> options = queriedOptions(parts_->ksp.get());
  for (const std::string& own : SaddleOptions::names(parts_->parameters.prefix)) options.push_back({own, true});
  return options;
}

}  // namespace tenon::solver

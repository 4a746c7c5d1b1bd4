#include "tenon/solver/SaddleSolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "BlockResidual.hpp"
#include "ResidualBar.hpp"
#include "ScaledSystem.hpp"
#include "queriedOptions.hpp"
#include "reasons.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::solver {
namespace {

constexpr double loosest_check = 1e-8;  // round-off of an ill-conditioned system may exceed a tight rtol
constexpr int most_rounds = 4;

// PETSc tells the value that it does not understand, but not whose it is.
std::string optionsNamedIn(const std::string& text, const SolverOptions& options) {
  std::string named;
  for (const auto& option : options.inForce()) {
    const std::string value = option.value.value_or("");
    const auto at = value.empty() ? std::string::npos : text.find(' ' + value);
    if (at == std::string::npos || std::isalnum(static_cast<unsigned char>(text[at + 1 + value.size()])) != 0) continue;
    named += fmt::format("{} {} {} of {}", named.empty() ? "; see" : ",", option.name, value, option.where);
  }
  return named;
}

// What the user wrote and PETSc refuses is the user's to mend.
void configure(PetscErrorCode code, const SolverOptions& options) {
  const bool refused = code == PETSC_ERR_ARG_UNKNOWN_TYPE || code == PETSC_ERR_ARG_OUTOFRANGE ||
                       code == PETSC_ERR_ARG_WRONG || code == PETSC_ERR_USER || code == PETSC_ERR_SUP ||
                       code == PETSC_ERR_MISSING_FACTOR || code == PETSC_ERR_ARG_INCOMP;
  if (!refused) return base::checkPetsc(code, "the set-up of the solver", TENON_WHERE);
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  const std::string reason = fmt::format("{} {}", text != nullptr ? text : "", specific != nullptr ? specific : "");
  throw base::InputError(
      fmt::format("PETSc refuses the solver's options: {}{}", reason, optionsNamedIn(reason + " ", options)));
}

base::Communicator commOf(Mat matrix) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
}

}  // namespace

void SolverParameters::declare(base::Parameters<SolverParameters>& p) {
  p.optional("preset", &SolverParameters::preset, "",
             "named list of PETSc options; default: schur with multipliers, cg-amg without");
  p.optional("augmentation", &SolverParameters::augmentation, "",
             "gamma in A + gamma G^T W G, for fieldsplit solvers; W makes it a number without unit")
      .nonNegative();
}

struct SaddleSolver::Parts {
  Parts(const SaddleSystem& given, const SolverParameters& parameters, const SolverOptions& options);

  bool usesSplits() const { return options.value("-pc_type").value_or("") == PCFIELDSPLIT; }
  void formOperator();
  void nameSplits();
  void setUp();
  void setUpSplits();
  double limit() const;
  void nextRound(double worst);
  [[noreturn]] void refuse(const SolveStatistics& statistics) const;

  SaddleSystem system;
  const SolverOptions& options;
  std::string preset;
  base::Communicator comm;
  ScaledSystem scaled;
  BlockResidual residual;
  std::unique_ptr<la::SaddleMatrix> saddle;  // nullptr with A alone
  la::Matrix single;                         // the saddle point as one AIJ, for solvers without splits
  la::LinearSolver ksp;
  la::Vector rhs, solution;
  double rtol = 0.0, setup_seconds = 0.0;
  ResidualBar bar;
};

SaddleSolver::Parts::Parts(const SaddleSystem& given, const SolverParameters& parameters,
                           const SolverOptions& given_options)
    : system(given),
      options(given_options),
      preset(parameters.preset),
      comm(commOf(given.A)),
      scaled(given, usesSplits() ? parameters.augmentation : 0.0),
      residual(given) {
  if (scaled.numEmptyRows() > 0)
    base::log().warn("{} multipliers act on held unknowns only: they are set to zero.", scaled.numEmptyRows());
  formOperator();
  setUp();
}

void SaddleSolver::Parts::formOperator() {
  describeToMultigrid(scaled.A(), system);
  if (!scaled.hasMultipliers()) return;
  saddle = std::make_unique<la::SaddleMatrix>(scaled.whole());
  if (usesSplits()) return;
  single = saddle->convertToAij();
  if (system.symmetric) TENON_PETSC(MatSetOption(single.get(), MAT_SYMMETRIC, PETSC_TRUE));
}

void SaddleSolver::Parts::nameSplits() {
  if (!usesSplits() || !scaled.hasMultipliers()) return;
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp.get(), &pc));
  TENON_PETSC(PCSetType(pc, PCFIELDSPLIT));
  for (const char* name : {"displacement", "multipliers"})
    TENON_PETSC(PCFieldSplitSetIS(pc, name, saddle->indexSets().at(name).get()));
}

void SaddleSolver::Parts::setUp() {
  const double start = MPI_Wtime();
  Mat whole = single ? single.get() : saddle ? saddle->get() : scaled.A();
  TENON_PETSC(MatCreateVecs(whole, solution.put(), rhs.put()));
  TENON_PETSC(KSPCreate(comm.mpi(), ksp.put()));
  TENON_PETSC(KSPSetOperators(ksp.get(), whole, whole));
  nameSplits();
  base::collectively(comm, [&] { configure(KSPSetFromOptions(ksp.get()), options); });
  base::collectively(comm, [&] { configure(KSPSetUp(ksp.get()), options); });
  setUpSplits();
  PetscReal tolerance = 0.0;
  TENON_PETSC(KSPGetTolerances(ksp.get(), &tolerance, nullptr, nullptr, nullptr));
  rtol = tolerance;
  if (!options.any("-ksp_monitor")) bar.attach(ksp.get());
  setup_seconds = MPI_Wtime() - start;
}

// PETSc would set the splits up within the first iteration: then neither time nor failure belonged to the set-up.
void SaddleSolver::Parts::setUpSplits() {
  PC pc = nullptr;
  PetscBool is_split = PETSC_FALSE;
  TENON_PETSC(KSPGetPC(ksp.get(), &pc));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCFIELDSPLIT, &is_split));
  if (is_split == PETSC_FALSE) return;
  PetscInt num_splits = 0;
  KSP* splits = nullptr;
  TENON_PETSC(PCFieldSplitGetSubKSP(pc, &num_splits, &splits));
  const std::vector<KSP> parts(splits, splits + num_splits);
  TENON_PETSC(PetscFree(splits));
  for (KSP part : parts) base::collectively(comm, [&] { configure(KSPSetUp(part), options); });
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
  if (preset != "direct") advice += "; try the preset 'direct'";
  if (usesSplits()) advice += ", another `augmentation` in the solver block (0.3 to 10), or a larger -ksp_max_it";
  std::string sentence = fmt::format(
      "The linear solver did not converge: the residual of the {} block is {:.2e} of its terms (at most {:.0e} is "
      "accepted) after {} iterations. PETSc ended with {}: {}. {}.",
      displacement ? "displacement" : "multipliers",
      displacement ? statistics.residual_displacement : statistics.residual_multipliers, limit(), statistics.iterations,
      statistics.reason, reasonInWords(statistics.reason), advice);
  if (scaled.numEmptyRows() > 0)
    sentence +=
        fmt::format(" {} constraint rows act on held unknowns only and may contradict them.", scaled.numEmptyRows());
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
  statistics.preset = p.preset;
  statistics.setup_seconds = p.setup_seconds;
  const double start = MPI_Wtime();
  std::optional<base::Progress> progress(std::in_place, p.comm, "solve");
  p.bar.progress = &*progress;
  TENON_PETSC(VecZeroEntries(delta));
  if (mu != nullptr) TENON_PETSC(VecZeroEntries(mu));
  TENON_PETSC(KSPSetTolerances(p.ksp.get(), p.rtol, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  for (int round = 0; round < most_rounds; ++round) {
    const bool first = round == 0;
    p.scaled.scale(first ? f : p.residual.displacement(), first ? g : p.residual.multipliers(), p.rhs.get());
    TENON_PETSC(KSPSolve(p.ksp.get(), p.rhs.get(), p.solution.get()));
    PetscInt iterations = 0;
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    TENON_PETSC(KSPGetIterationNumber(p.ksp.get(), &iterations));
    TENON_PETSC(KSPGetConvergedReason(p.ksp.get(), &reason));
    statistics.iterations += static_cast<int>(iterations);
    statistics.reason = KSPConvergedReasons[reason];
    p.scaled.addUnscaled(p.solution.get(), delta, mu);
    p.residual.compute(f, g, delta, mu);
    if (reason < 0 || !(p.residual.worst() > p.limit())) break;
    p.nextRound(p.residual.worst());
  }
  p.bar.progress = nullptr;
  progress.reset();  // before anything else is printed
  statistics.solve_seconds = MPI_Wtime() - start;
  statistics.residual_displacement = p.residual.relativeDisplacement();
  statistics.residual_multipliers = p.residual.relativeMultipliers();
  if (!(p.residual.worst() <= p.limit())) p.refuse(statistics);
  return statistics;
}

std::vector<std::string> SaddleSolver::knownOptions() const {
  return queriedOptions(parts_->ksp.get());
}

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analysis/checks/modelChecks.hpp"
#include "analysis/checks/restraint.hpp"
#include "analysis/steps/lineSearches.hpp"
#include "base/text.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "solver/options/checkConfiguration.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

KSP kspOf(SNES snes) {
  KSP ksp = nullptr;
  TENON_PETSC(SNESGetKSP(snes, &ksp));
  return ksp;
}

}  // namespace

// SnesCallbacks of PETSc. Exceptions are stored in failure_ and rethrown after the return from
// PETSc.
struct Newton::SnesCallbacks {
  template <class Work>
  static PetscErrorCode guarded(Newton& newton, Work&& work) {
    try {
      work();
      return 0;
    } catch (...) {
      newton.failure_ = std::current_exception();
      return PETSC_ERR_USER;
    }
  }
  static PetscErrorCode residual(SNES, Vec x, Vec f, void* newton) {
    return guarded(*static_cast<Newton*>(newton), [&] { static_cast<Newton*>(newton)->evaluate(x, f); });
  }
  static PetscErrorCode jacobian(SNES, Vec x, Mat, Mat, void* newton) {
    return guarded(*static_cast<Newton*>(newton), [&] { static_cast<Newton*>(newton)->linearise(x); });
  }
  static PetscErrorCode product(Mat matrix, Vec x, Vec y) {
    void* newton = nullptr;
    PetscErrorCode code = MatShellGetContext(matrix, &newton);
    if (code != 0) return code;
    return guarded(*static_cast<Newton*>(newton), [&] { static_cast<Newton*>(newton)->multiply(x, y); });
  }
  static PetscErrorCode inverse(PC pc, Vec b, Vec y) {
    void* newton = nullptr;
    PetscErrorCode code = PCShellGetContext(pc, &newton);
    if (code != 0) return code;
    return guarded(*static_cast<Newton*>(newton), [&] { static_cast<Newton*>(newton)->applyInverse(b, y); });
  }
  // At least one linear system is solved, because the residual is compared with the load found in
  // this solution.
  static PetscErrorCode convergence(SNES snes, PetscInt iteration, PetscReal, PetscReal, PetscReal,
                                    SNESConvergedReason* reason, void* newton) {
    return guarded(*static_cast<Newton*>(newton), [&] {
      auto& self = *static_cast<Newton*>(newton);
      const bool done = self.isConverged(static_cast<int>(iteration)) && (iteration > 0 || self.is_predicted_);
      self.reportIteration(snes, static_cast<int>(iteration));
      const bool is_over = !done && self.isStalled(static_cast<int>(iteration));
      *reason = done ? SNES_CONVERGED_FNORM_RELATIVE : is_over ? SNES_DIVERGED_MAX_IT : SNES_CONVERGED_ITERATING;
    });
  }
};

void Newton::split(Vec whole, const std::vector<double>& scales, Vec x, Vec multipliers) {
  const la::ReadArray from(whole);
  const double *value = from.begin(), *scale = scales.data();
  for (double& entry : la::WriteArray(x)) entry = *value++ * *scale++;
  if (multipliers == nullptr) return;
  for (double& entry : la::WriteArray(multipliers)) entry = *value++ * *scale++;
}

void Newton::join(Vec x, Vec multipliers, const std::vector<double>& scales, Vec whole) {
  la::WriteArray to(whole);
  double* value = to.begin();
  const double* scale = scales.data();
  for (const double entry : la::ReadArray(x)) *value++ = entry / *scale++;
  if (multipliers == nullptr) return;
  for (const double entry : la::ReadArray(multipliers)) *value++ = entry / *scale++;
}

void Newton::evaluate(Vec x, Vec residual) {
  split(x, scales_->unknowns(), x_.get(), multipliers_.get());
  if (pivots_.isCautious())
    evaluateResidualCautiously();
  else
    evaluateResidual(RowChanges::free);
  if (std::exchange(is_first_, false)) requireRepresentable(equations_, residual_norms_, constraint_residual_.get());
  has_left_domain_ = has_left_domain_ || !std::isfinite(residual_norms_.free_norm + gap_);
  TENON_PETSC(VecScale(residual_norms_.free.get(), -1.0));
  join(residual_norms_.free.get(), constraint_residual_.get(), scales_->residual(), residual);
}

void Newton::evaluateResidual(RowChanges changes) {
  equations_.setUnknowns(x_.get(), multipliers_.get());
  equations_.updateActiveSet(changes);
  residual_norms_ = computeResidual(equations_, excluded_forces_);
  constraint_residual_ = equations_.rows().residual();
  if (excluded_rows_ != nullptr) TENON_PETSC(VecAXPY(constraint_residual_.get(), -1.0, excluded_rows_));
  gap_ = constraint_residual_ ? equations_.rows().gap(constraint_residual_.get()) : 0.0;
}

// Keeps the active set of the last linear system until its equations hold approximately. If the
// equations with the next set do not hold at once, the pivot rule limits the number of rows that
// change.
void Newton::evaluateResidualCautiously() {
  evaluateResidual(RowChanges::none);
  is_settled_ = isSettled();
  has_decided_ = pivots_.canDecide(is_settled_);
  has_pending_changes_ = !has_decided_;
  if (!has_decided_) return;
  evaluateResidual(RowChanges::all);
  if (Equilibrium(equilibrium_).isReached(equations_, residual_norms_, gap_, false)) return;
  if (pivots_.allowsAllChanges(equations_.rows().activeSet()->numChanges())) return;
  evaluateResidual(RowChanges::one);
  has_pending_changes_ = true;
}

bool Newton::isSettled() const {
  constexpr double share = 1e-4;  // relative to the load, and to the displacement
  return residual_norms_.free_norm <= share * equilibrium_.load &&
         gap_ <= share * equations_.unknowns().positionChange();
}

// Linearises in the state of the last evaluation, which SNES always makes at the current iterate.
void Newton::linearise(Vec) {
  if (pivots_.isCautious()) pivots_.recordLinearisation(has_decided_);
  has_new_rows_ = pivots_.isCautious() && has_decided_;
  solver_.linearise(*phases_);
}

void Newton::multiply(Vec x, Vec y) const {
  const la::Vector dx = la::makeZeroLike(x_.get()), Adx = la::makeZeroLike(x_.get());
  la::Vector rows, Gdx;
  if (multipliers_) rows = la::makeZeroLike(multipliers_.get()), Gdx = la::makeZeroLike(multipliers_.get());
  split(x, scales_->unknowns(), dx.get(), rows.get());
  TENON_PETSC(MatMult(equations_.linearSystem().get(), dx.get(), Adx.get()));
  if (const auto* constraints = equations_.constraints()) {
    const la::Vector force = la::makeZeroLike(x_.get());
    const Mat G = equations_.rows().activeRows(constraints->free());
    if (const ActiveSet* active_set = equations_.rows().activeSet()) active_set->combine(rows.get());
    TENON_PETSC(MatMultTranspose(G, rows.get(), force.get()));
    TENON_PETSC(VecAXPY(Adx.get(), -1.0, force.get()));
    TENON_PETSC(MatMult(G, dx.get(), Gdx.get()));
    equations_.rows().multiplyByFactors(Gdx.get());
    if (equations_.rows().compliance() != nullptr) {
      TENON_PETSC(VecPointwiseMult(rows.get(), rows.get(), equations_.rows().compliance()));
      equations_.rows().multiplyByFactors(rows.get());
      TENON_PETSC(VecAXPY(Gdx.get(), 1.0, rows.get()));
    }
  }
  join(Adx.get(), Gdx.get(), scales_->residual(), y);
}

void Newton::applyInverse(Vec b, Vec y) {
  const auto phase = phases_->begin("solve");
  const la::Vector f = la::makeZeroLike(x_.get()), dx = la::makeZeroLike(x_.get());
  la::Vector g, change;
  if (multipliers_) g = la::makeZeroLike(multipliers_.get()), change = la::makeZeroLike(multipliers_.get());
  split(b, scales_->residual(), f.get(), g.get());
  if (multipliers_) equations_.rows().relax(g.get());
  double tolerance = 0.0;
  if (parameters_.inexact) TENON_PETSC(KSPGetTolerances(kspOf(snes_.get()), &tolerance, nullptr, nullptr, nullptr));
  statistics_ = solver::combine(statistics_, solver_.solveFor(f.get(), g.get(), dx.get(), change.get(), tolerance));
  if (const ActiveSet* active_set = equations_.rows().activeSet()) active_set->distribute(change.get());
  if (parameters_.method == "newton") {  // SNES subtracts y from the iterate
    TENON_PETSC(VecScale(dx.get(), -1.0));
    equations_.unknowns().composeRotations(dx.get());
    TENON_PETSC(VecScale(dx.get(), -1.0));
  }
  join(dx.get(), change.get(), scales_->unknowns(), y);
}

bool Newton::isConverged(int iteration) {
  iterations_ = iteration;
  recordClosedRows();
  return equilibrium_.isReached(equations_, residual_norms_, gap_, iteration == 0 && !is_predicted_) &&
         !has_pending_changes_;
}

// Returns true without recent progress. An active set may change row by row, for example if a beam
// lifts off an obstacle: the number of iterations is then the number of elements that lose contact.
// Progress means that the residual decreases, that fewer or more rows are active than ever before
// in this step, or that rows change by the cautious rule.
bool Newton::isStalled(int iteration) {
  constexpr double progress = 0.95;
  const ActiveSet* const active_set = equations_.rows().activeSet();
  if (active_set == nullptr) return false;  // SNES counts the iterations
  const std::vector<char> closed = equations_.rows().closedRowFlags();
  const auto active = equations_.comm().sum(static_cast<std::int64_t>(std::count(closed.begin(), closed.end(), 1)));
  const double left = std::max(equilibrium_.forceResidual() / parameters_.tolerance, equilibrium_.gapResidual());
  if (iteration <= 1) least_residual_ = left, fewest_active_ = most_active_ = active, last_progress_ = iteration;
  if (left < progress * least_residual_ || active < fewest_active_ || active > most_active_) last_progress_ = iteration;
  const bool was_cautious = pivots_.isCautious();
  pivots_.recordActiveSet(active_set->setIdentifier());
  if (pivots_.isCautious() && (!was_cautious || is_settled_)) last_progress_ = iteration;
  if (pivots_.isCautious() && !was_cautious)
    base::log().write(
        reports_iterations_ ? base::LogLevel::info : base::LogLevel::debug,
        "  an active set has occurred for the fourth time: from here on the active set changes only near equilibrium");
  least_residual_ = std::min(least_residual_, left);
  fewest_active_ = std::min(fewest_active_, active), most_active_ = std::max(most_active_, active);
  return iteration - last_progress_ >= parameters_.max_iterations;
}

int Newton::mostIterations() const {
  constexpr int with_bounds = 10;
  if (equations_.rows().activeSet() == nullptr) return parameters_.max_iterations;
  const auto rows = equations_.comm().sum(static_cast<std::int64_t>(equations_.rows().closedRowFlags().size()));
  constexpr std::int64_t most = 10000;
  return std::max(with_bounds * parameters_.max_iterations,
                  static_cast<int>(std::min(most, rows)) + parameters_.max_iterations);
}

void Newton::reportIteration(SNES snes, int iteration) {
  std::string line = fmt::format("  iteration {}: relative residual {:.2e}", iteration, equilibrium_.forceResidual());
  if (multipliers_) line += fmt::format(", constraint residual {:.2e}", gap_);
  SNESLineSearch search = nullptr;
  if (iteration > 0 && parameters_.method != "trust-region") {
    PetscReal length = 1.0;
    TENON_PETSC(SNESGetLineSearch(snes, &search));
    TENON_PETSC(SNESLineSearchGetLambda(search, &length));
    if (length != 1.0) line += fmt::format(", step length {:.3g}", length);
  }
  const int linear = statistics_.iterations - std::exchange(reported_linear_, statistics_.iterations);
  if (linear > 0) line += ", " + base::formatCount(linear, "linear iteration");
  base::log().write(reports_iterations_ ? base::LogLevel::info : base::LogLevel::debug, line);
}

// Creates vectors, matrix and solver, once.
void Newton::prepare() {
  if (snes_) return;
  requireMethod();
  x_ = equations_.linearSystem().layout().makeVector();
  multipliers_ = equations_.rows().makeVector();
  PetscInt local_x = 0, local_rows = 0;
  TENON_PETSC(VecGetLocalSize(x_.get(), &local_x));
  if (multipliers_) TENON_PETSC(VecGetLocalSize(multipliers_.get(), &local_rows));
  const PetscInt local = local_x + local_rows;
  const MPI_Comm comm = equations_.comm().mpi();
  TENON_PETSC(VecCreateMPI(comm, local, PETSC_DETERMINE, whole_.out()));
  TENON_PETSC(VecDuplicate(whole_.get(), residual_.out()));
  TENON_PETSC(MatCreateShell(comm, local, local, PETSC_DETERMINE, PETSC_DETERMINE, this, jacobian_.out()));
  TENON_PETSC(
      MatShellSetOperation(jacobian_.get(), MATOP_MULT, reinterpret_cast<void (*)(void)>(SnesCallbacks::product)));
  SNES snes = nullptr;
  TENON_PETSC(SNESCreate(comm, &snes));
  snes_.reset(snes);
  configureSolver();
}

solver::SolveStatistics Newton::solve(base::Phases& phases, const std::string& step, Vec start) {
  const double load = equilibrium_.load;
  try {
    return find(phases, step, start);
  } catch (const base::NotConvergedError&) {
    equilibrium_.load = load;  // iterates of a failed solve do not indicate the magnitude of loads
    throw;
  }
}

solver::SolveStatistics Newton::find(base::Phases& phases, const std::string& step, Vec start) {
  phases_ = &phases;
  statistics_ = {};
  iterations_ = reported_linear_ = 0;
  is_first_ = true;
  has_left_domain_ = false;
  pivots_.begin();
  has_decided_ = true, is_settled_ = has_pending_changes_ = false;
  prepare();
  is_predicted_ = predict(start);
  x_ = equations_.unknowns().get(), multipliers_ = equations_.rows().copyMultipliers();
  scales_.emplace(equations_, equilibrium_.load > 0.0 ? equilibrium_.load : computeResidual(equations_).free_norm);
  join(x_.get(), multipliers_.get(), scales_->unknowns(), whole_.get());
  const PetscErrorCode code = SNESSolve(snes_.get(), nullptr, whole_.get());
  if (failure_) rethrow(step);
  TENON_PETSC(code);
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  TENON_PETSC(SNESGetConvergedReason(snes_.get(), &reason));
  if (reason < 0) refuse(step, SNESConvergedReasons[reason]);
  closed_rows_.clear();
  return statistics_;
}

// Conjugate gradients use no tangent. The last attempts of a step, with halved increments or with
// parts of the residual, start from the current state: they are alternatives to the prediction.
bool Newton::predict(Vec start) {
  if (start == nullptr || halves_ || excluded_forces_ != nullptr || parameters_.method == "conjugate-gradients")
    return false;
  const std::optional<FirstIterate::Prediction> prediction = first_iterate_.predict(*phases_, start);
  if (!prediction) return false;
  statistics_ = prediction->statistics;
  equilibrium_.load = std::max(equilibrium_.load, prediction->load);
  return true;
}

void Newton::requireMethod() const {
  const bool is_gradient = parameters_.method == "quasi-newton" || parameters_.method == "conjugate-gradients";
  base::runCollectively(equations_.comm(), [&] {
    if (is_gradient && equations_.constraints() != nullptr)
      throw base::InputError(
          fmt::format("`method: {}` minimises the energy, but with constraints the equilibrium is a saddle point: use "
                      "`newton` or `trust-region`.",
                      parameters_.method));
    if (parameters_.method != "newton" && (parameters_.line_search != "none" || parameters_.inexact))
      throw base::InputError(
          fmt::format("`line_search` and `inexact` apply only to `method: newton`, but the method is '{}': remove "
                      "these parameters, or use `newton`.",
                      parameters_.method));
  });
}

void Newton::setMethod(SNES snes) const {
  static const std::map<std::string, SNESType> methods{{"newton", SNESNEWTONLS},
                                                       {"trust-region", SNESNEWTONTR},
                                                       {"quasi-newton", SNESQN},
                                                       {"conjugate-gradients", SNESNCG}};
  TENON_PETSC(SNESSetType(snes, methods.at(parameters_.method)));
  if (parameters_.method == "quasi-newton") TENON_PETSC(SNESQNSetScaleType(snes, SNES_QN_SCALE_JACOBIAN));
  if (parameters_.method != "newton") return;
  SNESLineSearch search = nullptr;
  TENON_PETSC(SNESGetLineSearch(snes, &search));
  if (parameters_.line_search == "none") takeFullSteps(search, &halves_);
  if (parameters_.line_search == "residual")
    backtrack(search, equations_.rows().activeSet() != nullptr ? &has_other_rows_ : nullptr);
  if (parameters_.line_search == "critical-point") TENON_PETSC(SNESLineSearchSetType(search, SNESLINESEARCHCP));
  TENON_PETSC(SNESKSPSetUseEW(snes, parameters_.inexact ? PETSC_TRUE : PETSC_FALSE));
}

void Newton::configureSolver() {
  SNES snes = snes_.get();
  setMethod(snes);
  TENON_PETSC(SNESSetFunction(snes, residual_.get(), SnesCallbacks::residual, this));
  TENON_PETSC(SNESSetJacobian(snes, jacobian_.get(), jacobian_.get(), SnesCallbacks::jacobian, this));
  TENON_PETSC(SNESSetConvergenceTest(snes, SnesCallbacks::convergence, this, nullptr));
  TENON_PETSC(SNESSetTolerances(snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, mostIterations(), PETSC_MAX_INT));
  // The KSP of SNES only passes the system to TangentSolver, whose options are -ksp_...
  KSP ksp = kspOf(snes);
  PC pc = nullptr;
  TENON_PETSC(KSPSetOptionsPrefix(ksp, "newton_"));
  TENON_PETSC(KSPSetType(ksp, KSPPREONLY));
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCSetType(pc, PCSHELL));
  TENON_PETSC(PCShellSetContext(pc, this));
  TENON_PETSC(PCShellSetApply(pc, SnesCallbacks::inverse));
  base::runCollectively(equations_.comm(),
                        [&] { solver::checkConfiguration(SNESSetFromOptions(snes), solver_.options()); });
}

// Records which rows were active in an iteration since the last equilibrium.
void Newton::recordClosedRows() {
  if (equations_.rows().activeSet() == nullptr) return;
  const std::vector<char> closed = equations_.rows().closedRowFlags();
  closed_rows_.resize(closed.size(), 0);
  for (std::size_t row = 0; row < closed.size(); ++row)
    if (closed[row] != 0) closed_rows_[row] = 1;
}

// Adds the normal rows of contacts, and the rows of other bounds, that were active since the last
// equilibrium to the flags. Returns the names of their constraints.
Newton::ClosedConstraints Newton::addClosedNormals(std::vector<char>& flags) const {
  ClosedConstraints closed;
  std::size_t row = 0;
  for (const auto& constraint : equations_.mechanics().constraints()) {
    const bool has_friction = constraint->active && constraint->friction().isEnabled();
    const auto width = static_cast<std::size_t>(has_friction ? constraint->block() : 1);
    bool was_closed = false;
    const std::size_t first = row;
    for (const std::size_t end = row + static_cast<std::size_t>(constraint->numRows()); row < end; ++row) {
      if ((row - first) % width != 0 || row >= closed_rows_.size() || closed_rows_[row] == 0) continue;
      flags[row] = 1;
      was_closed = true;
    }
    if (!constraint->isUnilateral() || !equations_.comm().any(was_closed)) continue;
    closed.all.push_back(fmt::format("'{}'", constraint->name()));
    if (has_friction) closed.with_friction.push_back(closed.all.back());
  }
  return closed;
}

// Returns sentences about free rigid-body modes for the message of a failed solve, followed by a
// space. Contacts that were active since the last equilibrium support along their normals. If modes
// are free nevertheless, friction would have to restrain them.
std::string Newton::describeMissingSupport() const {
  if (equations_.rows().activeSet() == nullptr) return {};
  std::vector<char> rows = equations_.rows().closedRowFlags();
  const std::string now = describeFreeModes(equations_, rows);
  if (now.empty()) return now;
  const ClosedConstraints closed = addClosedNormals(rows);
  const std::string with_normals = describeFreeModes(equations_, rows);
  if (!with_normals.empty() && !closed.with_friction.empty())
    return fmt::format(
        "{} The contacts {} were closed in this step, but they slip, so they support only along their normals: "
        "if friction is too small for an equilibrium, increase `friction`, constrain the sliding, or use a transient "
        "analysis. ",
        with_normals, fmt::join(closed.with_friction, ", "));
  std::string text = now +
                     " Contacts and other bounds provide no support here: parts that are supported only by contact "
                     "must be in contact at the start, or be constrained until contact is established. ";
  if (with_normals.empty() && !closed.all.empty())
    text += fmt::format("The following were closed in this step, but have opened: {}. ", fmt::join(closed.all, ", "));
  return text;
}

void Newton::rethrow(const std::string& step) {
  snes_.reset();  // PETSc has left the solver in an undefined state
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const base::NotConvergedError& error) {
    std::string free;
    if (error.isOnAllRanks()) free = describeMissingSupport();
    base::NotConvergedError longer(fmt::format("Newton's method failed after {} in {}: {}{}",
                                               base::formatCount(iterations_, "iteration"), step, free, error.what()));
    if (error.isOnAllRanks()) longer.markOnAllRanks();
    throw longer;
  }
}

void Newton::refuse(const std::string& step, const std::string& reason) const {
  const std::string gap =
      equilibrium_.gapResidual() > 1.0 ? fmt::format(", and the constraint residual is {:.2e}", gap_) : "";
  const bool can_shorten = parameters_.method == "newton" && parameters_.line_search == "none";
  const std::string sentence = fmt::format(
      "Newton's method did not converge in {}: after {} the relative residual of the forces is {:.2e} "
      "(tolerance {:.0e}){}. PETSc ended with {}. {}{}{}.",
      step, base::formatCount(iterations_, "iteration"), equilibrium_.forceResidual(), parameters_.tolerance, gap,
      reason, advice_, reason == "DIVERGED_MAX_IT" ? "; increase `max_iterations` to allow more iterations" : "",
      can_shorten ? "; specify `line_search: residual` to damp steps that are too long" : "");
  base::runCollectively(equations_.comm(), [&] { throw base::NotConvergedError(sentence); });
  throw base::InternalError(sentence);
}

}  // namespace tenon::analysis

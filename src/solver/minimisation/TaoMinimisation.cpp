// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TaoMinimisation.hpp"

#include <fmt/format.h>
#include <petsc/private/taoimpl.h>  // declares TaoRegisterAll and its flag

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/quote.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

// Exported by PETSc, but not declared in its installed headers.
extern "C" {
PetscErrorCode MatCreate_LMVMBFGS(Mat);
PetscErrorCode MatCreate_LMVMDiagBrdn(Mat);
PetscErrorCode MatCreate_LMVMSR1(Mat);
}

namespace tenon::solver {

std::vector<std::string> minimisationMethods() {
  return {"blmvm", "bqnls", "bqnkls", "bqnktr", "bqnktl", "bncg", "lmvm", "cg"};
}

bool admitsBounds(const std::string& method) {
  return method != "lmvm" && method != "cg";
}

namespace {

/// Registers TAO's methods and their quasi-Newton matrices again if PETSc has been finalised and
/// initialised since their first registration. PETSc 3.18 omits this, because it does not reset the
/// flags of the registrations.
void registerMethods() {
  TENON_PETSC(TaoInitializePackage());
  if (TaoList == nullptr) {
    TaoRegisterAllCalled = PETSC_FALSE;
    TENON_PETSC(TaoRegisterAll());
  }
  const auto registerType = [](MatType type, PetscErrorCode (*create)(Mat)) {
    void (*known)() = nullptr;
    TENON_PETSC(PetscFunctionListFind(MatList, type, &known));
    if (known == nullptr) TENON_PETSC(MatRegister(type, create));
  };
  registerType(MATLMVMBFGS, MatCreate_LMVMBFGS);
  registerType(MATLMVMSR1, MatCreate_LMVMSR1);
  registerType(MATLMVMDIAGBROYDEN, MatCreate_LMVMDiagBrdn);
}

/// Returns the variables of a vector that this rank owns.
std::vector<double> ownedOf(Vec x) {
  PetscInt size = 0;
  const PetscScalar* values = nullptr;
  TENON_PETSC(VecGetLocalSize(x, &size));
  TENON_PETSC(VecGetArrayRead(x, &values));
  std::vector<double> owned(values, values + size);
  TENON_PETSC(VecRestoreArrayRead(x, &values));
  return owned;
}

/// Returns the reason for which a method cannot be used; empty if it can. @note Collective.
std::string methodRejection(const base::Communicator& comm, const std::string& method,
                            const MinimisationProblem& problem) {
  const auto isFinite = [](double value) { return std::isfinite(value); };
  const auto hasFinite = [&](const auto& values) { return std::any_of(values.begin(), values.end(), isFinite); };
  const bool has_bounds = comm.max(hasFinite(problem.lower) || hasFinite(problem.upper) ? 1 : 0) > 0;
  if (!base::contains(minimisationMethods(), method))
    return fmt::format("the method {} needs more than values and gradients; available: {}.", base::quote(method),
                       fmt::join(minimisationMethods(), ", "));
  if (!admitsBounds(method) && has_bounds)
    return fmt::format("the method {} does not admit ranges of parameters: use 'blmvm'.", base::quote(method));
  return "";
}

}  // namespace

TaoMinimisation::TaoMinimisation(const base::Communicator& comm, MinimisationProblem problem,
                                 const MinimisationSettings& settings)
    : comm_(comm),
      problem_(std::move(problem)),
      settings_(settings),
      x_(vectorOf(problem_.start)),
      lower_(vectorOf(problem_.lower)),
      upper_(vectorOf(problem_.upper)) {
  TENON_PETSC(TaoCreate(comm.mpi(), &tao_));
  registerMethods();
  TENON_PETSC(TaoSetType(tao_, settings.method.c_str()));
  TENON_PETSC(TaoSetSolution(tao_, x_.get()));
  TENON_PETSC(TaoSetObjectiveAndGradient(tao_, nullptr, evaluateForTao, this));
  if (admitsBounds(settings.method)) TENON_PETSC(TaoSetVariableBounds(tao_, lower_.get(), upper_.get()));
  TENON_PETSC(TaoSetTolerances(tao_, 0.0, 0.0, settings.gradient));
  TENON_PETSC(TaoSetMaximumIterations(tao_, settings.iterations));
  TENON_PETSC(TaoSetMonitor(tao_, monitorForTao, this, nullptr));
  TENON_PETSC(TaoSetFromOptions(tao_));
  TENON_PETSC(TaoSetConvergenceTest(tao_, testForTao, this));
  TaoType method = nullptr;
  TENON_PETSC(TaoGetType(tao_, &method));
  settings_.method = method;
  const std::string reason = methodRejection(comm_, settings_.method, problem_);
  if (reason.empty()) return;
  TaoDestroy(&tao_);
  throw base::InputError("-tao_type: " + reason);
}

TaoMinimisation::~TaoMinimisation() {
  TaoDestroy(&tao_);
}

MinimisationResult TaoMinimisation::run() {
  const PetscErrorCode code = TaoSolve(tao_);
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  TENON_PETSC(code);
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  PetscInt iterations = 0;
  TENON_PETSC(TaoGetConvergedReason(tao_, &reason));
  TENON_PETSC(TaoGetIterationNumber(tao_, &iterations));
  return {reason > 0, describe(reason), static_cast<int>(iterations)};
}

// PETSc is written in C: exceptions are kept until TaoSolve() has returned.
template <class Work>
PetscErrorCode TaoMinimisation::guarded(Work&& work) {
  try {
    work();
    return 0;
  } catch (...) {
    error_ = std::current_exception();
    return PETSC_ERR_USER;
  }
}

PetscErrorCode TaoMinimisation::evaluateForTao(Tao, Vec x, PetscReal* value, Vec gradient, void* context) {
  auto& self = *static_cast<TaoMinimisation*>(context);
  return self.guarded([&] { *value = self.evaluate(x, gradient); });
}

PetscErrorCode TaoMinimisation::monitorForTao(Tao, void* context) {
  auto& self = *static_cast<TaoMinimisation*>(context);
  return self.guarded([&] { self.monitor(); });
}

PetscErrorCode TaoMinimisation::testForTao(Tao, void* context) {
  auto& self = *static_cast<TaoMinimisation*>(context);
  return self.guarded([&] { self.testConvergence(); });
}

double TaoMinimisation::evaluate(Vec x, Vec gradient) {
  const std::vector<double> point = ownedOf(x);
  const std::optional<FunctionValue> found = problem_.evaluate(point);
  if (found) last_ = Point{point, *found};
  if (!iterate_) iterate_ = last_;
  const FunctionValue function = found ? *found : valueOutside(point);
  PetscScalar* entries = nullptr;
  TENON_PETSC(VecGetArrayWrite(gradient, &entries));
  std::copy(function.gradient.begin(), function.gradient.end(), entries);
  TENON_PETSC(VecRestoreArrayWrite(gradient, &entries));
  return function.value;
}

// Returns the value of a parabola on the line from the current iterate, with the same value and
// slope there. It is larger than the current value, and its minimum is at a quarter of the step, to
// which a line search returns.
FunctionValue TaoMinimisation::valueOutside(const std::vector<double>& x) const {
  if (!iterate_) return {std::numeric_limits<double>::infinity(), std::vector<double>(x.size(), 0.0)};
  double change = 0.0;
  FunctionValue outside = iterate_->function;
  for (std::size_t i = 0; i < x.size(); ++i) change += outside.gradient[i] * (x[i] - iterate_->x[i]);
  change = comm_.sum(change);
  outside.value += std::abs(change);
  for (double& derivative : outside.gradient) derivative *= change < 0.0 ? -3.0 : 1.0;
  return outside;
}

void TaoMinimisation::monitor() {
  Vec solution = nullptr;
  PetscInt iteration = 0;
  PetscReal value = 0.0, gradient = 0.0, infeasibility = 0.0, step = 0.0;
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  TENON_PETSC(TaoGetSolutionStatus(tao_, &iteration, &value, &gradient, &infeasibility, &step, &reason));
  TENON_PETSC(TaoGetSolution(tao_, &solution));
  const std::vector<double> x = ownedOf(solution);
  step_ = decrease_ = 0.0;
  if (iterate_) {
    for (std::size_t i = 0; i < x.size(); ++i) step_ = std::max(step_, std::abs(x[i] - iterate_->x[i]));
    step_ = comm_.max(step_);
    const double before = iterate_->function.value;
    decrease_ = before != 0.0 ? (before - value) / std::abs(before) : 0.0;
  }
  if (isLastPoint(x)) iterate_ = last_;
  problem_.on_iteration({static_cast<int>(iteration), value, gradient, step_});
}

void TaoMinimisation::testConvergence() {
  TENON_PETSC(TaoDefaultConvergenceTest(tao_, nullptr));
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  PetscInt iteration = 0;
  TENON_PETSC(TaoGetConvergedReason(tao_, &reason));
  TENON_PETSC(TaoGetIterationNumber(tao_, &iteration));
  const bool can_end = iteration > 0 && (reason == TAO_CONTINUE_ITERATING || reason == TAO_DIVERGED_MAXITS);
  if (!can_end) return;
  if (settings_.objective > 0.0 && decrease_ <= settings_.objective)
    reached_ = fmt::format("the relative decrease of the objective in one iteration is below {}", settings_.objective);
  else if (settings_.step > 0.0 && step_ <= settings_.step)
    reached_ = fmt::format("no scaled parameter changes by more than {} in one iteration", settings_.step);
  if (!reached_.empty()) TENON_PETSC(TaoSetConvergedReason(tao_, TAO_CONVERGED_USER));
}

/// Returns true if a point is the last one with a value. @note Collective.
bool TaoMinimisation::isLastPoint(const std::vector<double>& x) const {
  return last_ && comm_.min(last_->x == x ? 1 : 0) == 1;
}

la::Vector TaoMinimisation::vectorOf(const std::vector<double>& values) const {
  la::Vector vector;
  TENON_PETSC(VecCreateMPI(comm_.mpi(), static_cast<PetscInt>(values.size()), PETSC_DETERMINE, vector.out()));
  PetscScalar* entries = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector.get(), &entries));
  for (std::size_t i = 0; i < values.size(); ++i)
    entries[i] = std::isfinite(values[i]) ? values[i] : std::copysign(PETSC_INFINITY, values[i]);
  TENON_PETSC(VecRestoreArrayWrite(vector.get(), &entries));
  return vector;
}

std::string TaoMinimisation::describe(TaoConvergedReason reason) const {
  PetscReal absolute = 0.0, of_value = 0.0, relative = 0.0;
  PetscInt iterations = 0;
  TaoGetTolerances(tao_, &absolute, &of_value, &relative);
  TaoGetMaximumIterations(tao_, &iterations);
  switch (reason) {
    case TAO_CONVERGED_GATOL:
      return absolute > 0.0 ? fmt::format("the norm of the projected gradient is below {} (-tao_gatol)", absolute)
                            : "the projected gradient is zero";
    case TAO_CONVERGED_GRTOL:
      return fmt::format("the norm of the projected gradient is below {} times the objective (-tao_grtol)", of_value);
    case TAO_CONVERGED_GTTOL:
      return fmt::format("the norm of the projected gradient is below {} times its initial value", relative);
    case TAO_CONVERGED_STEPTOL:
      return "the size of the trust region is below its tolerance (-tao_steptol)";
    case TAO_CONVERGED_MINF:
      return "the objective is below its lower limit (-tao_fmin)";
    case TAO_CONVERGED_USER:
      return reached_;
    case TAO_DIVERGED_MAXITS:
      return fmt::format("the limit of {} iterations is reached", iterations);
    case TAO_DIVERGED_MAXFCN:
      return "the limit of evaluations is reached (-tao_max_funcs)";
    case TAO_DIVERGED_NAN:
      return "the objective or its gradient is infinite or NaN";
    case TAO_DIVERGED_LS_FAILURE:
      return "the line search finds no smaller objective: the error of the gradient is larger than its tolerance, or "
             "the objective is not smooth";
    case TAO_DIVERGED_TR_REDUCTION:
      return "the trust region is reduced to zero without a smaller objective";
    default:
      return fmt::format("TAO has ended with the reason {}", static_cast<int>(reason));
  }
}

}  // namespace tenon::solver

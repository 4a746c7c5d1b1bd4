#include "Newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"
#include "tenon/solver/configure.hpp"

namespace tenon::analysis {
namespace {

constexpr double round_off = 1e-13;         // of positions: gaps cannot be smaller
constexpr double round_off_forces = 1e-14;  // of |K| |q - rest|: a body that only moves has no other forces

}  // namespace

// What PETSc calls. Exceptions wait in failure_ until its frames are left.
struct Newton::Callbacks {
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
  // The first iteration is always made: what is left is judged against the load that it finds.
  static PetscErrorCode convergence(SNES, PetscInt iteration, PetscReal, PetscReal, PetscReal,
                                    SNESConvergedReason* reason, void* newton) {
    return guarded(*static_cast<Newton*>(newton), [&] {
      const bool done = static_cast<Newton*>(newton)->isConverged() && iteration > 0;
      *reason = done ? SNES_CONVERGED_FNORM_RELATIVE : SNES_CONVERGED_ITERATING;
    });
  }
};

void Newton::split(Vec whole, Vec x, Vec multipliers) const {
  const la::ReadArray from(whole);
  la::WriteArray to(x);
  std::copy_n(from.begin(), to.size(), to.begin());
  if (multipliers == nullptr) return;
  la::WriteArray rows(multipliers);
  std::copy_n(from.begin() + to.size(), rows.size(), rows.begin());
}

void Newton::join(Vec x, Vec multipliers, Vec whole) const {
  const la::ReadArray from(x);
  la::WriteArray to(whole);
  double* const rest = std::copy_n(from.begin(), from.size(), to.begin());
  if (multipliers == nullptr) return;
  const la::ReadArray rows(multipliers);
  std::copy_n(rows.begin(), rows.size(), rest);
}

void Newton::evaluate(Vec x, Vec residual) {
  split(x, x_.get(), multipliers_.get());
  equations_.setUnknowns(x_.get(), multipliers_.get());
  balance_ = equations_.balance();
  const la::Vector rows = equations_.violation();
  gap_ = rows ? equations_.gap(rows.get()) : 0.0;
  if (statistics_.solves == 0) equations_.requireRepresentable(balance_, rows.get());
  TENON_PETSC(VecScale(balance_.free.get(), -1.0));
  join(balance_.free.get(), rows.get(), residual);
}

// The motion is that of the last evaluation, which SNES makes where it stands.
void Newton::linearise(Vec) {
  solver_.linearise(*phases_);
}

void Newton::multiply(Vec x, Vec y) const {
  const la::Vector dx = la::like(x_.get()), Adx = la::like(x_.get());
  la::Vector rows, Gdx;
  if (multipliers_) rows = la::like(multipliers_.get()), Gdx = la::like(multipliers_.get());
  split(x, dx.get(), rows.get());
  TENON_PETSC(MatMult(equations_.linearSystem().get(), dx.get(), Adx.get()));
  if (const auto* constraints = equations_.constraints()) {
    const la::Vector force = la::like(x_.get());
    TENON_PETSC(MatMultTranspose(constraints->free(), rows.get(), force.get()));
    TENON_PETSC(VecAXPY(Adx.get(), -1.0, force.get()));
    TENON_PETSC(MatMult(constraints->free(), dx.get(), Gdx.get()));
    equations_.multiplyByFactors(Gdx.get());
    if (constraints->compliance() != nullptr) {
      TENON_PETSC(VecPointwiseMult(rows.get(), rows.get(), constraints->compliance()));
      TENON_PETSC(VecAXPY(Gdx.get(), 1.0, rows.get()));
    }
  }
  join(Adx.get(), Gdx.get(), y);
}

void Newton::applyInverse(Vec b, Vec y) {
  const auto phase = phases_->begin("solve");
  const la::Vector f = la::like(x_.get()), dx = la::like(x_.get());
  la::Vector g, change;
  if (multipliers_) g = la::like(multipliers_.get()), change = la::like(multipliers_.get());
  split(b, f.get(), g.get());
  if (multipliers_) equations_.relax(g.get());
  statistics_ = solver::joined(statistics_, solver_.solveFor(f.get(), g.get(), dx.get(), change.get()));
  join(dx.get(), change.get(), y);
}

bool Newton::isConverged() {
  const double moved = equations_.movement();
  const double size = equations_.size();
  load_ = std::max({load_, balance_.reaction_norm, balance_.constraint_norm, balance_.inertia_norm});
  if (statistics_.solves == 0) load_ = std::max(load_, balance_.free_norm);
  const double least = round_off_forces / parameters_.tolerance * equations_.roundingForces();
  forces_left_ = balance_.free_norm == 0.0 ? 0.0 : balance_.free_norm / std::max(load_, least);
  const double allowed = std::max(parameters_.tolerance * moved, round_off * size);
  gap_left_ = gap_ == 0.0 ? 0.0 : gap_ / allowed;
  base::log().debug("Newton iteration {}: {:.2e} of the load is left, gaps of constraints {:.2e}", statistics_.solves,
                    forces_left_, gap_);
  return forces_left_ <= parameters_.tolerance && gap_left_ <= 1.0;
}

// Vectors, matrix and solver, once.
void Newton::prepare() {
  if (snes_) return;
  x_ = equations_.linearSystem().layout().makeVector();
  if (equations_.constraints() != nullptr) multipliers_ = equations_.constraints()->makeVector();
  PetscInt local_x = 0, local_rows = 0;
  TENON_PETSC(VecGetLocalSize(x_.get(), &local_x));
  if (multipliers_) TENON_PETSC(VecGetLocalSize(multipliers_.get(), &local_rows));
  const PetscInt local = local_x + local_rows;
  const MPI_Comm comm = equations_.comm().mpi();
  TENON_PETSC(VecCreateMPI(comm, local, PETSC_DETERMINE, whole_.put()));
  TENON_PETSC(VecDuplicate(whole_.get(), residual_.put()));
  TENON_PETSC(MatCreateShell(comm, local, local, PETSC_DETERMINE, PETSC_DETERMINE, this, jacobian_.put()));
  TENON_PETSC(MatShellSetOperation(jacobian_.get(), MATOP_MULT, reinterpret_cast<void (*)(void)>(Callbacks::product)));
  SNES snes = nullptr;
  TENON_PETSC(SNESCreate(comm, &snes));
  snes_.reset(snes);
  configureSolver();
}

solver::SolveStatistics Newton::solve(base::Phases& phases, const std::string& step) {
  const double load = load_;
  try {
    return find(phases, step);
  } catch (const base::NotConvergedError&) {
    load_ = load;  // what did not converge says nothing of the size of loads
    throw;
  }
}

solver::SolveStatistics Newton::find(base::Phases& phases, const std::string& step) {
  phases_ = &phases;
  statistics_ = {};
  prepare();
  equations_.getUnknowns(x_.get(), multipliers_.get());
  join(x_.get(), multipliers_.get(), whole_.get());
  const PetscErrorCode code = SNESSolve(snes_.get(), nullptr, whole_.get());
  if (failure_) rethrow(step);
  TENON_PETSC(code);
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  TENON_PETSC(SNESGetConvergedReason(snes_.get(), &reason));
  if (reason < 0) refuse(step, SNESConvergedReasons[reason]);
  return statistics_;
}

void Newton::configureSolver() {
  SNES snes = snes_.get();
  TENON_PETSC(SNESSetType(snes, SNESNEWTONLS));
  TENON_PETSC(SNESSetFunction(snes, residual_.get(), Callbacks::residual, this));
  TENON_PETSC(SNESSetJacobian(snes, jacobian_.get(), jacobian_.get(), Callbacks::jacobian, this));
  TENON_PETSC(SNESSetConvergenceTest(snes, Callbacks::convergence, this, nullptr));
  TENON_PETSC(
      SNESSetTolerances(snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, parameters_.max_iterations, PETSC_MAX_INT));
  SNESLineSearch search = nullptr;
  TENON_PETSC(SNESGetLineSearch(snes, &search));
  TENON_PETSC(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  // Its KSP only hands the step on to TangentSolver: -ksp_... are options of the solver there.
  KSP ksp = nullptr;
  PC pc = nullptr;
  TENON_PETSC(SNESGetKSP(snes, &ksp));
  TENON_PETSC(KSPSetOptionsPrefix(ksp, "newton_"));
  TENON_PETSC(KSPSetType(ksp, KSPPREONLY));
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCSetType(pc, PCSHELL));
  TENON_PETSC(PCShellSetContext(pc, this));
  TENON_PETSC(PCShellSetApply(pc, Callbacks::inverse));
  base::collectively(equations_.comm(), [&] { solver::configure(SNESSetFromOptions(snes), solver_.options()); });
}

void Newton::rethrow(const std::string& step) {
  snes_.reset();  // PETSc left it in the middle of something
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const base::NotConvergedError& error) {
    base::NotConvergedError longer(
        fmt::format("Newton's method, after {} iterations in {}: {}", statistics_.solves, step, error.what()));
    if (error.onAllRanks()) longer.markOnAllRanks();
    throw longer;
  }
}

void Newton::refuse(const std::string& step, const std::string& reason) const {
  const std::string gap =
      gap_left_ > 1.0 ? fmt::format(", and constraints are {:.2e} away from where they should be", gap_) : "";
  const std::string sentence = fmt::format(
      "Newton's method did not converge in {}: after {} iterations {:.2e} of the load is left (at most {:.0e} is "
      "accepted){}. PETSc ended with {}. {}; `max_iterations` allows more; -snes_linesearch_type bt shortens steps "
      "that go too far.",
      step, statistics_.solves, forces_left_, parameters_.tolerance, gap, reason, advice_);
  base::collectively(equations_.comm(), [&] { throw base::NotConvergedError(sentence); });
  throw base::InternalError(sentence);
}

}  // namespace tenon::analysis

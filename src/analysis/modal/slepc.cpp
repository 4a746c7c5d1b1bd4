// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "slepc.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "la/vectors.hpp"

namespace tenon::analysis {
namespace {

// Initialises SLEPc, which PETSc finalises.
void startSlepc() {
  PetscBool is_there = PETSC_FALSE;
  TENON_PETSC(SlepcInitialized(&is_there));
  if (is_there) return;
  TENON_PETSC(SlepcInitialize(nullptr, nullptr, nullptr, nullptr));
  TENON_PETSC(PetscRegisterFinalize(SlepcFinalize));
}

/// Returns true if an error of SLEPc contains this sentence.
bool hasMessage(PetscErrorCode code, const char* sentence) {
  if (code == 0) return false;
  const char* text = nullptr;
  char* specific = nullptr;
  TENON_PETSC(PetscErrorMessage(code, &text, &specific));
  return specific != nullptr && std::strstr(specific, sentence) != nullptr;
}

/// Returns true if SLEPc stopped at a vector x with x . B x < 0.
bool isIndefinite(PetscErrorCode code) {
  return hasMessage(code, "inner product is not well defined");
}

/// Returns true if SLEPc's operator maps a starting vector into the known space: all other
/// eigenvalues are zero.
bool isExhausted(PetscErrorCode code) {
  return hasMessage(code, "Initial vector is zero or belongs to the deflation space");
}

PetscErrorCode getSlepcCallbacks(Mat shell, SlepcCallbacks** callbacks) {
  return MatShellGetContext(shell, callbacks);
}

PetscErrorCode getSlepcCallbacks(PC shell, SlepcCallbacks** callbacks) {
  return PCShellGetContext(shell, callbacks);
}

/// Runs `work` on the context of `shell`; an exception becomes an error code on its way through
/// PETSc.
template <class Shell, class Work>
PetscErrorCode guarded(Shell shell, Work&& work) {
  SlepcCallbacks* callbacks = nullptr;
  if (const PetscErrorCode code = getSlepcCallbacks(shell, &callbacks); code != 0) return code;
  try {
    work(*callbacks);
    return 0;
  } catch (...) {
    callbacks->failure = std::current_exception();
    return PETSC_ERR_USER;
  }
}

}  // namespace

EigenSolver makeEigenSolver(const ModalOperators& operators) {
  startSlepc();
  EPS eps = nullptr;
  TENON_PETSC(EPSCreate(operators.equations().comm().mpi(), &eps));
  return EigenSolver(eps);
}

PetscErrorCode SlepcCallbacks::massInSpace(Mat shell, Vec x, Vec y) {
  return guarded(shell, [&](SlepcCallbacks& self) {
    self.operators.multiplyMass(x, y);
    self.operators.project(y);
  });
}

PetscErrorCode SlepcCallbacks::shiftedInSpace(Mat shell, Vec x, Vec y) {
  return guarded(shell, [&](SlepcCallbacks& self) {
    self.operators.multiplyShifted(x, y);
    self.operators.project(y);
  });
}

PetscErrorCode SlepcCallbacks::massOnSpace(Mat shell, Vec x, Vec y) {
  return guarded(shell, [&](SlepcCallbacks& self) { self.operators.multiplyMassOnSpace(x, y); });
}

PetscErrorCode SlepcCallbacks::shiftedOnSpace(Mat shell, Vec x, Vec y) {
  return guarded(shell, [&](SlepcCallbacks& self) { self.operators.multiplyOnSpace(x, y); });
}

PetscErrorCode SlepcCallbacks::inverse(PC pc, Vec f, Vec x) {
  return guarded(pc, [&](SlepcCallbacks& self) {
    const la::Vector lambda = self.operators.equations().rows().makeVector();
    self.operators.solve(f, x, lambda.get());
    self.operators.project(x);
    self.requirePositive(f, x);
  });
}

PetscErrorCode SlepcCallbacks::preconditioner(PC pc, Vec f, Vec x) {
  return guarded(pc, [&](SlepcCallbacks& self) { self.operators.precondition(f, x); });
}

// Compares flexibilities with the largest one, because x is round-off for a force that causes no
// displacement.
void SlepcCallbacks::requirePositive(Vec f, Vec x) {
  constexpr double round_off = 1e-8;
  const double square = dot(f, f), flexibility = square > 0.0 ? dot(x, f) / square : 0.0;
  if (largest_flexibility > 0.0 && flexibility < -round_off * largest_flexibility)
    throw IndefiniteStiffnessError(operators.shift());
  largest_flexibility = std::max(largest_flexibility, std::abs(flexibility));
}

la::Matrix SlepcCallbacks::makeShell(PetscErrorCode (*multiply)(Mat, Vec, Vec)) {
  const la::Vector like = operators.makeVector();
  PetscInt size = 0;
  TENON_PETSC(VecGetLocalSize(like.get(), &size));
  la::Matrix shell;
  const MPI_Comm comm = PetscObjectComm(reinterpret_cast<PetscObject>(like.get()));
  TENON_PETSC(MatCreateShell(comm, size, size, PETSC_DETERMINE, PETSC_DETERMINE, this, shell.out()));
  TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_MULT, reinterpret_cast<void (*)(void)>(multiply)));
  TENON_PETSC(MatSetOption(shell.get(), MAT_SYMMETRIC, PETSC_TRUE));
  return shell;
}

void SlepcCallbacks::applyBy(ST st, PetscErrorCode (*apply)(PC, Vec, Vec)) {
  KSP ksp = nullptr;
  PC pc = nullptr;
  TENON_PETSC(STGetKSP(st, &ksp));
  TENON_PETSC(KSPSetType(ksp, KSPPREONLY));
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCSetType(pc, PCSHELL));
  TENON_PETSC(PCShellSetContext(pc, this));
  TENON_PETSC(PCShellSetApply(pc, apply));
}

bool SlepcCallbacks::solve(EPS eps) {
  const PetscErrorCode code = EPSSolve(eps);
  if (failure) std::rethrow_exception(failure);
  if (isIndefinite(code)) throw IndefiniteStiffnessError(operators.shift());
  if (isExhausted(code)) return false;
  TENON_PETSC(code);
  return true;
}

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <slepceps.h>

#include <exception>
#include <memory>
#include <type_traits>

#include "ModalOperators.hpp"

// Common parts of the SLEPc eigensolvers.
namespace tenon::analysis {

// Deleter of EPS objects.
struct DestroyEigenSolver {
  void operator()(EPS eps) const { EPSDestroy(&eps); }
};
using EigenSolver = std::unique_ptr<std::remove_pointer_t<EPS>, DestroyEigenSolver>;

/// Creates an eigensolver; initialises SLEPc on the first call. @note Collective.
EigenSolver makeEigenSolver(const ModalOperators& operators);

/// Callbacks of SLEPc. Exceptions are stored and rethrown after the return from SLEPc.
struct SlepcCallbacks {
  ModalOperators& operators;
  std::exception_ptr failure;
  double largest_flexibility = 0.0;  ///< maximum of x . f / f . f over all solves so far

  /// Compute M x and (K + s M) x without the forces that multipliers balance, for x in V.
  static PetscErrorCode massInSpace(Mat shell, Vec x, Vec y);
  static PetscErrorCode shiftedInSpace(Mat shell, Vec x, Vec y);
  /// Compute ModalOperators::multiplyMassOnSpace() and multiplyOnSpace(), for any x.
  static PetscErrorCode massOnSpace(Mat shell, Vec x, Vec y);
  static PetscErrorCode shiftedOnSpace(Mat shell, Vec x, Vec y);
  static PetscErrorCode inverse(PC pc, Vec f, Vec x);
  static PetscErrorCode preconditioner(PC pc, Vec f, Vec x);

  /// Checks the result x = (K + s M)^-1 f of a solve.
  /// @throws IndefiniteStiffnessError if x . f is negative
  void requirePositive(Vec f, Vec x);
  la::Matrix makeShell(PetscErrorCode (*multiply)(Mat, Vec, Vec));
  /// Makes the solver of a spectral transformation one application of `apply`.
  void applyBy(ST st, PetscErrorCode (*apply)(PC, Vec, Vec));
  /// Calls EPSSolve() and rethrows exceptions of the callbacks. Returns false if all eigenvalues
  /// except those of the deflation space are zero.
  /// @note Collective.
  bool solve(EPS eps);
};

}  // namespace tenon::analysis

#pragma once
#include <slepceps.h>

#include <exception>
#include <memory>
#include <type_traits>

#include "ModalOperators.hpp"

// What SLEPc's methods have in common here.
namespace tenon::analysis {

struct DestroyEigenSolver {
  void operator()(EPS eps) const { EPSDestroy(&eps); }
};
using EigenSolver = std::unique_ptr<std::remove_pointer_t<EPS>, DestroyEigenSolver>;

/// Collective. Starts SLEPc, once in a run.
EigenSolver makeEigenSolver(const ModalOperators& operators);

/// Collective. Any values, by the place of a node in its mesh file; others for another number.
la::Vector arbitraryVector(const Equations& equations, std::uint64_t number);

/// What SLEPc calls. Exceptions wait until its frames are left.
struct Callbacks {
  ModalOperators& operators;
  std::exception_ptr failure;
  double largest_flexibility = 0.0;  ///< x . f / f . f of the solves so far

  /// M x and (K + s M) x without the forces that multipliers carry, for x in V.
  static PetscErrorCode massInSpace(Mat shell, Vec x, Vec y);
  static PetscErrorCode shiftedInSpace(Mat shell, Vec x, Vec y);
  /// ModalOperators::multiplyMassOnSpace() and multiplyOnSpace(), for any x.
  static PetscErrorCode massOnSpace(Mat shell, Vec x, Vec y);
  static PetscErrorCode shiftedOnSpace(Mat shell, Vec x, Vec y);
  static PetscErrorCode inverse(PC pc, Vec f, Vec x);
  static PetscErrorCode preconditioner(PC pc, Vec f, Vec x);

  /// @throws IndefiniteStiffness if x = (K + s M)^-1 f goes against the force.
  void requirePositive(Vec f, Vec x);
  la::Matrix makeShell(PetscErrorCode (*multiply)(Mat, Vec, Vec));
  /// The solver of a spectral transformation becomes one application of this.
  void applyBy(ST st, PetscErrorCode (*apply)(PC, Vec, Vec));
  /// Calls EPSSolve(); throws what was thrown inside. Returns false where all eigenvalues but those of the deflation
  /// space are zero. @note Collective.
  bool solve(EPS eps);
};

}  // namespace tenon::analysis

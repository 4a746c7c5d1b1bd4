// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <optional>

#include "AdmissibleSpace.hpp"
#include "analysis/TangentSolver.hpp"
#include "analysis/steppers/products.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {

/// Error thrown by eigensolvers if K + s M is not positive definite on the admissible space.
class IndefiniteStiffnessError : public base::NotConvergedError {
 public:
  explicit IndefiniteStiffnessError(double shift);
};

/// Operators of an eigenvalue analysis in the current state: K, M, and the inverse of K + s M on
/// the admissible space
///   V = { x : P x = x, G x = 0 }.
/// Rows with compliance are not constraints of V, but springs G^T C^-1 G in addition to K. Another
/// symmetric matrix may replace M, such as the geometric stiffness in buckling analyses. All
/// members are collective.
class ModalOperators {
 public:
  /// Product y = M x. @note Collective.
  using Product = std::function<void(Vec x, Vec y)>;
  /// Creates the operators; all arguments must outlive this object. `inertia` replaces the mass
  /// matrix.
  ModalOperators(Equations& equations, TangentSolver& solver, base::Phases& phases, Product inertia = {});

  /// Sets the shift s of K + s M, before the next inverse.
  void setShift(double s);
  double shift() const { return s_; }

  /// Returns the dimension of V after setShift(): unknowns minus prescribed degrees of freedom and
  /// independent constraint rows.
  PetscInt dimension() const;
  /// Returns the mean |omega^2| of single degrees of freedom, from the diagonals of K and M.
  /// @throws InputError if there is no mass or no stiffness
  double meanEigenvalue() const;

  la::Vector makeVector() const { return equations_.linearSystem().layout().makeVector(); }
  /// Computes y = P M x.
  void multiplyMass(Vec x, Vec y) const;
  /// Computes y = (P (K + s M) P + G^T C^-1 G) x.
  void multiplyShifted(Vec x, Vec y) const;
  /// Solves for x in V with (K + s M) x - G^T lambda = P f, and logs one line.
  /// @throws NotConvergedError if the solver fails
  void solve(Vec f, Vec x, Vec lambda);
  /// Approximates (K + s M)^-1 P f by x in V: one application of the preconditioner of the preset,
  /// and the projection onto V.
  void precondition(Vec f, Vec x);
  /// Computes y = (Q (K + s M) Q + c (1 - Q)) x with c the mean diagonal entry of K + s M. This is
  /// the inner product of eigensolvers with solves; it is positive definite if K + s M is positive
  /// definite on V. The inverse of K + s M on V is self-adjoint in this inner product for all
  /// vectors, also for those outside V, which round-off produces.
  /// @note Collective.
  void multiplyOnSpace(Vec x, Vec y);
  /// Computes y = M Q x.
  void multiplyMassOnSpace(Vec x, Vec y);
  /// Projects x onto V, in place: x <- Q x. For a force, this is the part that multipliers do not
  /// balance.
  void project(Vec x);
  /// Returns true if a matrix, given by its product, is symmetric on V up to the error of linear
  /// solves, as tested with arbitrary vectors.
  bool isSymmetric(const Product& product);
  /// Returns true if the matrix is symmetric with respect to smooth vectors, close to the lowest
  /// modes, and to these vectors. A part that is small relative to the stiffness of single elements
  /// may be large relative to the stiffness of these modes.
  bool isSymmetricAmong(const std::vector<Vec>& vectors, const Product& product);
  /// Returns an estimate from below of the largest |theta| of M x = theta (K + s M) x, by some
  /// inverse iterations.
  double largestTheta();
  /// Returns the residual P ((K + s M) x - G^T lambda - mu M x).
  la::Vector residual(Vec x, Vec lambda, double mu) const;
  /// Round-off for stiffnesses that differ by many orders of magnitude, which no solver falls
  /// below.
  struct RoundOff {
    double force = 0.0;   ///< norm of residual() that may be round-off
    double energy = 0.0;  ///< round-off of x . (K + s M) x relative to this energy
  };
  /// Estimates the round-off by products with entries of arbitrary signs, whose terms do not
  /// cancel.
  RoundOff roundOff(Vec x, Vec lambda) const;
  /// Returns f = -K x + omega^2 M x, including constrained degrees of freedom.
  la::Vector force(Vec x, double eigenvalue) const;

  /// Returns a unit translation along an axis.
  la::Vector translation(int axis) const;

  const solver::SolveStatistics& statistics() const { return statistics_; }
  const Equations& equations() const { return equations_; }
  const solver::SolverOptions& options() const { return solver_.options(); }
  base::Phases& phases() { return phases_; }

 private:
  bool isSymmetric(const Product& product, Vec x, Vec y, double tolerance);
  const std::vector<la::Vector>& smoothVectors();
  void multiplyByInverse(Vec x);
  void followCompliance();
  void findSpace();
  void findMeanDiagonal();

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  system::MatrixFreeSystem stiffness_, mass_;  // including constrained degrees of freedom
  Product inertia_;
  la::Vector soft_;  // 1 / C for rows with compliance, otherwise 0; nullptr without compliance
  double s_ = 0.0;
  double mean_diagonal_ = 0.0;  // mean diagonal entry of |K + s M|; 0: not yet known
  solver::SolveStatistics statistics_;
  std::optional<AdmissibleSpace> space_;           // V, if projections have been requested
  std::optional<std::vector<la::Vector>> smooth_;  // vectors for the current shift, if requested
};

/// Returns the number of unknowns without a Dirichlet boundary condition. @note Collective.
PetscInt numUnconstrained(const Equations& equations);

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "tenon/base/algebra.hpp"

// Decompositions of small dense matrices by Eigen. They are compiled in one source file, because
// each adds seconds to the compilation of every source file that uses it. The functions print
// nothing and do not communicate. The caller must ensure that the shapes are compatible.
namespace tenon::base {

/// Eigenvalues in ascending order and the corresponding eigenvectors.
struct Eigenpairs {
  Eigen::VectorXd values;   ///< [n] eigenvalues, ascending
  Eigen::MatrixXd vectors;  ///< [n x n], one eigenvector per column
};

/// Solves the eigenvalue problem A v = λ v with v · v = 1.
/// @param A  [n x n] symmetric matrix; only the lower triangle is read
Eigenpairs computeEigenpairs(const Eigen::MatrixXd& A);

/// Solves the generalised eigenvalue problem A v = λ B v with v · B v = 1.
/// @param A  [n x n] symmetric matrix
/// @param B  [n x n] symmetric positive definite matrix
Eigenpairs computeEigenpairs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Solves the eigenvalue problem of a symmetric tridiagonal matrix.
/// @param diagonal  [n]
/// @param subdiagonal  [n - 1]
Eigenpairs computeTridiagonalEigenpairs(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& subdiagonal);
/// Returns the eigenvalues of a symmetric tridiagonal matrix in ascending order, without
/// eigenvectors.
Eigen::VectorXd computeTridiagonalEigenvalues(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& subdiagonal);

/// Returns the eigenvalues of a symmetric tensor in ascending order.
Vec3 computePrincipalValues(const Mat3& A);

/// Singular value decomposition A = U diag(values) V^T of an [m x n] matrix.
struct SingularValueDecomposition {
  Eigen::VectorXd values;  ///< [min(m, n)], descending
  Eigen::MatrixXd U;       ///< [m x min(m, n)]
  Eigen::MatrixXd V;       ///< [n x n], columns beyond min(m, n) span the null space
};
/// Computes the singular value decomposition of a matrix.
SingularValueDecomposition computeSvd(const Eigen::MatrixXd& A);

/// Singular value decomposition A = U diag(values) V^T of a tensor; the singular values of a
/// deformation gradient are the principal stretches. U and V may be reflections.
struct PrincipalStretches {
  Vec3 values;  ///< singular values, descending
  /// Orthogonal tensors, columns in the order of `values`.
  Mat3 U, V;
};
/// Computes the singular value decomposition of a tensor.
PrincipalStretches computePrincipalStretches(const Mat3& A);

/// Returns orthonormal columns that span the same space as `columns`, by Householder reflections.
Eigen::MatrixXd orthonormalBasis(const Eigen::MatrixXd& columns);

/// Returns A^-1, by LU decomposition with partial pivoting. A must be nonsingular.
Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);

/// Returns true if A is invertible, to round-off.
bool isRegular(const Eigen::MatrixXd& A);

/// Returns A^-1, by LU decomposition with full pivoting; nullopt if A is singular to round-off.
std::optional<Eigen::MatrixXd> inverseIfRegular(const Eigen::MatrixXd& A);

/// Returns the indices of linearly independent columns of A in order of decreasing pivots; their
/// number is the rank of A.
std::vector<Eigen::Index> independentColumns(const Eigen::MatrixXd& A);

/// Solves A x = b by LU decomposition with partial pivoting. The result is not finite if A is
/// singular.
Vec2 solve(const Mat2& A, const Vec2& b);
/// Solves A x = b for a system of three equations.
Vec3 solve(const Mat3& A, const Vec3& b);

/// Returns the x that minimises |A x - b|, by QR decomposition with column pivoting.
Eigen::VectorXd leastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// Returns A^-1 B for a symmetric matrix A that is positive definite up to round-off, by LDL^T
/// decomposition.
Eigen::MatrixXd solvePositiveDefinite(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Decomposition of a square matrix for repeated solution with different right-hand sides.
class DenseFactorisation {
 public:
  DenseFactorisation();
  /// Computes the LU decomposition with partial pivoting.
  explicit DenseFactorisation(const Eigen::MatrixXd& A);
  /// Computes the Cholesky decomposition of a symmetric matrix, or the LU decomposition with
  /// partial pivoting of a general one.
  ///
  /// If Cholesky fails or if the reciprocal condition number does not exceed
  /// `min_reciprocal_condition`, a complete orthogonal decomposition with this threshold is used.
  /// solve() then returns the x of least norm among the minimisers of |A x - b|.
  /// @param is_symmetric  true if A is symmetric
  DenseFactorisation(const Eigen::MatrixXd& A, bool is_symmetric, double min_reciprocal_condition);
  DenseFactorisation(DenseFactorisation&&) noexcept;
  DenseFactorisation& operator=(DenseFactorisation&&) noexcept;
  ~DenseFactorisation();

  /// Returns true if all pivots are nonzero and finite. Valid only after LU decomposition by
  /// DenseFactorisation(A).
  bool isRegular() const;
  /// Returns A^-1 b.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::base

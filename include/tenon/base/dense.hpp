#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "tenon/base/algebra.hpp"

// Eigen's decompositions of small dense matrices, compiled once: each takes seconds of every source that names it.
// Without messages and without MPI; shapes that do not fit are the caller's error.
namespace tenon::base {

/// Eigenvalues, ascending, and eigenvectors, by columns in their order.
struct Modes {
  Eigen::VectorXd values;   ///< [n]
  Eigen::MatrixXd vectors;  ///< [n x n]
};

/// A v = value v of a symmetric matrix, of which the lower triangle is read; v . v = 1.
Modes modesOf(const Eigen::MatrixXd& A);

/// A v = value B v, both symmetric, B positive definite; v . B v = 1.
Modes modesOf(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Those of a symmetric tridiagonal matrix: `beside` has one number less than `diagonal`.
Modes tridiagonalModes(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside);
Eigen::VectorXd tridiagonalValues(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside);

/// Eigenvalues of a symmetric tensor, ascending.
Vec3 principalValues(const Mat3& A);

/// A = U diag(values) V^T, values descending.
struct SingularValues {
  Eigen::VectorXd values;  ///< [min(m, n)]
  Eigen::MatrixXd U;       ///< [m x min(m, n)]
  Eigen::MatrixXd V;       ///< [n x n], those beyond min(m, n) of the null space
};
SingularValues singularValues(const Eigen::MatrixXd& A);

/// A = U diag(values) V^T of a tensor; U and V may be reflections.
struct PrincipalStretches {
  Vec3 values;  ///< descending
  Mat3 U, V;
};
PrincipalStretches principalStretches(const Mat3& A);

/// Orthonormal columns with the span of `columns`, by Householder's reflections.
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& columns);

/// A^-1, by pivots in columns. A must not be singular.
Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);

/// Whether A can be inverted, to round-off.
bool isRegular(const Eigen::MatrixXd& A);

/// A^-1, by pivots in rows and columns; nothing where A is singular to round-off.
std::optional<Eigen::MatrixXd> inverseOfRegular(const Eigen::MatrixXd& A);

/// Columns of A, as many as its rank, that are independent, best pivots first.
std::vector<Eigen::Index> independentColumns(const Eigen::MatrixXd& A);

/// A^-1 b, with pivots in columns; not finite where A is singular.
Vec2 solve(const Mat2& A, const Vec2& b);
Vec3 solve(const Mat3& A, const Vec3& b);

/// x with the least |A x - b|, by QR with pivots in columns.
Eigen::VectorXd leastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// A^-1 B of a symmetric A, positive definite but for round-off.
Eigen::MatrixXd solvePositive(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Factors of a square matrix for many right sides.
class DenseFactors {
 public:
  DenseFactors();
  /// With pivots in columns.
  explicit DenseFactors(const Eigen::MatrixXd& A);
  /// Of a symmetric, positive definite matrix by Cholesky, else with pivots in columns. Where the reciprocal of its
  /// condition is below `least_condition` solve() gives the x of least norm among those of least |A x - b|.
  DenseFactors(const Eigen::MatrixXd& A, bool is_symmetric, double least_condition);
  DenseFactors(DenseFactors&&) noexcept;
  DenseFactors& operator=(DenseFactors&&) noexcept;
  ~DenseFactors();

  /// Of factors with pivots in columns: false where a pivot is zero or not finite.
  bool areSound() const;
  /// A^-1 b.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::base

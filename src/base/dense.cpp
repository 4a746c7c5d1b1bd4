// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "dense.hpp"

#include <Eigen/Dense>
#include <variant>

namespace tenon::base {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigenpairs computeEigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigenpairs computeEigenpairs(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(A, B);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigenpairs computeTridiagonalEigenpairs(const VectorXd& diagonal, const VectorXd& subdiagonal) {
  Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, subdiagonal);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd computeTridiagonalEigenvalues(const VectorXd& diagonal, const VectorXd& subdiagonal) {
  Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, subdiagonal, Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

Vec3 computePrincipalValues(const Mat3& A) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

SingularValueDecomposition computeSvd(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

PrincipalStretches computePrincipalStretches(const Mat3& A) {
  const Eigen::JacobiSVD<Mat3> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

MatrixXd orthonormalBasis(const MatrixXd& columns) {
  return Eigen::HouseholderQR<MatrixXd>(columns).householderQ() * MatrixXd::Identity(columns.rows(), columns.cols());
}

MatrixXd inverse(const MatrixXd& A) {
  return A.inverse();
}

bool isRegular(const MatrixXd& A) {
  return A.fullPivLu().isInvertible();
}

std::optional<MatrixXd> inverseIfRegular(const MatrixXd& A) {
  const Eigen::FullPivLU<MatrixXd> lu(A);
  if (!lu.isInvertible()) return {};
  return lu.inverse();
}

std::vector<Index> independentColumns(const MatrixXd& A) {
  const Eigen::FullPivLU<MatrixXd> lu(A);
  const auto& order = lu.permutationQ().indices();
  return {order.data(), order.data() + lu.rank()};
}

Vec2 solve(const Mat2& A, const Vec2& b) {
  return A.partialPivLu().solve(b);
}

Vec3 solve(const Mat3& A, const Vec3& b) {
  return A.partialPivLu().solve(b);
}

VectorXd leastSquares(const MatrixXd& A, const VectorXd& b) {
  return A.colPivHouseholderQr().solve(b);
}

MatrixXd solvePositiveDefinite(const MatrixXd& A, const MatrixXd& B) {
  return A.ldlt().solve(B);
}

struct DenseFactorisation::Implementation {
  std::variant<Eigen::PartialPivLU<MatrixXd>, Eigen::LLT<MatrixXd>, Eigen::CompleteOrthogonalDecomposition<MatrixXd>>
      factors;
};

DenseFactorisation::DenseFactorisation() = default;
DenseFactorisation::DenseFactorisation(const MatrixXd& A) : implementation_(new Implementation) {
  implementation_->factors.emplace<Eigen::PartialPivLU<MatrixXd>>(A);
}
DenseFactorisation::DenseFactorisation(const MatrixXd& A, bool is_symmetric, double min_reciprocal_condition)
    : implementation_(new Implementation) {
  auto& factors = implementation_->factors;
  if (is_symmetric) {
    const auto& llt = factors.emplace<Eigen::LLT<MatrixXd>>(A);
    if (llt.info() == Eigen::Success && llt.rcond() > min_reciprocal_condition) return;
  } else if (factors.emplace<Eigen::PartialPivLU<MatrixXd>>(A).rcond() > min_reciprocal_condition) {
    return;
  }
  auto& orthogonal = factors.emplace<Eigen::CompleteOrthogonalDecomposition<MatrixXd>>();
  orthogonal.setThreshold(min_reciprocal_condition);
  orthogonal.compute(A);
}
DenseFactorisation::DenseFactorisation(DenseFactorisation&&) noexcept = default;
DenseFactorisation& DenseFactorisation::operator=(DenseFactorisation&&) noexcept = default;
DenseFactorisation::~DenseFactorisation() = default;

bool DenseFactorisation::isRegular() const {
  const auto pivots =
      std::get<Eigen::PartialPivLU<MatrixXd>>(implementation_->factors).matrixLU().diagonal().cwiseAbs();
  return pivots.minCoeff() > 0.0 && std::isfinite(pivots.maxCoeff());
}

VectorXd DenseFactorisation::solve(const VectorXd& b) const {
  return std::visit([&](const auto& factors) -> VectorXd { return factors.solve(b); }, implementation_->factors);
}

}  // namespace tenon::base

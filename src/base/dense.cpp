#include "tenon/base/dense.hpp"

#include <Eigen/Dense>
#include <variant>

namespace tenon::base {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Modes modesOf(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Modes modesOf(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(A, B);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Modes tridiagonalModes(const VectorXd& diagonal, const VectorXd& beside) {
  Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, beside);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd tridiagonalValues(const VectorXd& diagonal, const VectorXd& beside) {
  Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, beside, Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

Vec3 principalValues(const Mat3& A) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

SingularValues singularValues(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

PrincipalStretches principalStretches(const Mat3& A) {
  const Eigen::JacobiSVD<Mat3> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

MatrixXd orthonormal(const MatrixXd& columns) {
  return Eigen::HouseholderQR<MatrixXd>(columns).householderQ() * MatrixXd::Identity(columns.rows(), columns.cols());
}

MatrixXd inverse(const MatrixXd& A) {
  return A.inverse();
}

bool isRegular(const MatrixXd& A) {
  return A.fullPivLu().isInvertible();
}

std::optional<MatrixXd> inverseOfRegular(const MatrixXd& A) {
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

MatrixXd solvePositive(const MatrixXd& A, const MatrixXd& B) {
  return A.ldlt().solve(B);
}

struct DenseFactors::Implementation {
  std::variant<Eigen::PartialPivLU<MatrixXd>, Eigen::LLT<MatrixXd>, Eigen::CompleteOrthogonalDecomposition<MatrixXd>>
      factors;
};

DenseFactors::DenseFactors() = default;
DenseFactors::DenseFactors(const MatrixXd& A) : implementation_(new Implementation) {
  implementation_->factors.emplace<Eigen::PartialPivLU<MatrixXd>>(A);
}
DenseFactors::DenseFactors(const MatrixXd& A, bool is_symmetric, double least_condition)
    : implementation_(new Implementation) {
  auto& factors = implementation_->factors;
  if (is_symmetric) {
    const auto& llt = factors.emplace<Eigen::LLT<MatrixXd>>(A);
    if (llt.info() == Eigen::Success && llt.rcond() > least_condition) return;
  } else if (factors.emplace<Eigen::PartialPivLU<MatrixXd>>(A).rcond() > least_condition) {
    return;
  }
  auto& orthogonal = factors.emplace<Eigen::CompleteOrthogonalDecomposition<MatrixXd>>();
  orthogonal.setThreshold(least_condition);
  orthogonal.compute(A);
}
DenseFactors::DenseFactors(DenseFactors&&) noexcept = default;
DenseFactors& DenseFactors::operator=(DenseFactors&&) noexcept = default;
DenseFactors::~DenseFactors() = default;

bool DenseFactors::areSound() const {
  const auto pivots =
      std::get<Eigen::PartialPivLU<MatrixXd>>(implementation_->factors).matrixLU().diagonal().cwiseAbs();
  return pivots.minCoeff() > 0.0 && std::isfinite(pivots.maxCoeff());
}

VectorXd DenseFactors::solve(const VectorXd& b) const {
  return std::visit([&](const auto& factors) -> VectorXd { return factors.solve(b); }, implementation_->factors);
}

}  // namespace tenon::base

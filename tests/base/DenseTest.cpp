// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verifies each matrix decomposition by the equations that define it.
#include "base/dense.hpp"

#include <gmock/gmock.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

namespace tenon::base {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double round_off = 1e-13;

/// Returns a matrix with distinct entries and rank min(rows, columns).
MatrixXd someMatrix(int rows, int columns) {
  MatrixXd A(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) A(i, j) = std::sin(1.0 + 3.0 * i + 7.3 * j) + (i == j ? 2.0 : 0.0);
  return A;
}

MatrixXd somePositive(int n) {
  const MatrixXd A = someMatrix(n, n);
  return A * A.transpose();
}

void expectSame(const MatrixXd& a, const MatrixXd& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).norm(), round_off * (1.0 + b.norm())) << a << "\nis not\n" << b;
}

TEST(Dense, EigenpairsAscendAndAreOrthonormal) {
  const MatrixXd A = somePositive(5) - 3.0 * MatrixXd::Identity(5, 5);
  const Eigenpairs modes = computeEigenpairs(A);
  expectSame(A * modes.vectors, modes.vectors * modes.values.asDiagonal());
  expectSame(modes.vectors.transpose() * modes.vectors, MatrixXd::Identity(5, 5));
  for (int k = 1; k < 5; ++k) EXPECT_GT(modes.values[k], modes.values[k - 1]);
  EXPECT_LT(modes.values[0], 0.0);
}

TEST(Dense, EigenpairsReadTheLowerTriangle) {
  const MatrixXd A = somePositive(4), lower = A.triangularView<Eigen::Lower>();
  expectSame(computeEigenpairs(lower).values, computeEigenpairs(A).values);
}

TEST(Dense, GeneralisedEigenvectorsAreOrthonormalInB) {
  const MatrixXd A = somePositive(4) - 2.0 * MatrixXd::Identity(4, 4), B = somePositive(4) + MatrixXd::Identity(4, 4);
  const Eigenpairs modes = computeEigenpairs(A, B);
  expectSame(A * modes.vectors, B * modes.vectors * modes.values.asDiagonal());
  expectSame(modes.vectors.transpose() * B * modes.vectors, MatrixXd::Identity(4, 4));
}

TEST(Dense, TridiagonalEigenpairsMatchTheFullMatrix) {
  const VectorXd diagonal = (VectorXd(4) << 3, -1, 2, 5).finished(),
                 subdiagonal = (VectorXd(3) << 1, 0.5, -2).finished();
  MatrixXd A = diagonal.asDiagonal();
  for (int k = 0; k < 3; ++k) A(k, k + 1) = A(k + 1, k) = subdiagonal[k];
  const Eigenpairs modes = computeTridiagonalEigenpairs(diagonal, subdiagonal);
  expectSame(A * modes.vectors, modes.vectors * modes.values.asDiagonal());
  expectSame(computeTridiagonalEigenvalues(diagonal, subdiagonal), modes.values);
}

TEST(Dense, PrincipalValuesAscend) {
  const Mat3 A = (Mat3() << 2, 1, 0, 1, 2, 0, 0, 0, -5).finished();
  expectSame(computePrincipalValues(A), Vec3(-5, 1, 3));
}

TEST(Dense, SingularValuesDescendAndHaveTheNullSpaceLast) {
  for (const auto& [rows, columns] : {std::pair(3, 5), std::pair(5, 3), std::pair(4, 4)}) {
    const MatrixXd A = someMatrix(rows, columns);
    const SingularValueDecomposition svd = computeSvd(A);
    const int least = std::min(rows, columns);
    expectSame(svd.U * svd.values.asDiagonal() * svd.V.leftCols(least).transpose(), A);
    expectSame(svd.V.transpose() * svd.V, MatrixXd::Identity(columns, columns));
    EXPECT_LE((A * svd.V.rightCols(columns - least)).norm(), round_off * A.norm());
    for (int k = 1; k < least; ++k) EXPECT_LT(svd.values[k], svd.values[k - 1]);
  }
}

TEST(Dense, PrincipalStretchesReproduceTheTensor) {
  const Mat3 A = someMatrix(3, 3);
  const PrincipalStretches svd = computePrincipalStretches(A);
  expectSame(svd.U * svd.values.asDiagonal() * svd.V.transpose(), A);
  EXPECT_GT(svd.values[0], svd.values[1]);
  EXPECT_GT(svd.values[1], svd.values[2]);
}

TEST(Dense, OrthonormalBasisSpansTheSameSpace) {
  const MatrixXd A = someMatrix(6, 3), Q = orthonormalBasis(A);
  expectSame(Q.transpose() * Q, MatrixXd::Identity(3, 3));
  expectSame(Q * (Q.transpose() * A), A);
}

TEST(Dense, InversesAndSolutions) {
  const MatrixXd A = someMatrix(4, 4), B = someMatrix(4, 2);
  expectSame(A * inverse(A), MatrixXd::Identity(4, 4));
  expectSame(A * inverseIfRegular(A).value(), MatrixXd::Identity(4, 4));
  expectSame(somePositive(4) * solvePositiveDefinite(somePositive(4), B), B);
  const Mat3 A3 = someMatrix(3, 3);
  expectSame(A3 * solve(A3, Vec3(1, -2, 3)), Vec3(1, -2, 3));
  const Mat2 swapping = (Mat2() << 0, 2, 3, 0).finished();  // the first pivot is zero
  expectSame(solve(swapping, Vec2(4, 9)), Vec2(3, 2));
}

TEST(Dense, DetectsSingularMatrices) {
  MatrixXd A = someMatrix(4, 4);
  EXPECT_TRUE(isRegular(1e-9 * A));
  A.col(2) = A.col(0) - 2.0 * A.col(3);
  EXPECT_FALSE(isRegular(A));
  EXPECT_FALSE(inverseIfRegular(A).has_value());
  EXPECT_EQ(independentColumns(A).size(), 3U);
}

TEST(Dense, IndependentColumnsAreRegular) {
  const MatrixXd A = someMatrix(3, 6);
  const auto columns = independentColumns(A);
  ASSERT_EQ(columns.size(), 3U);
  EXPECT_TRUE(isRegular(A(Eigen::all, columns)));
}

TEST(Dense, LeastSquaresResidualIsOrthogonalToTheColumns) {
  const MatrixXd A = someMatrix(5, 3);
  const VectorXd b = someMatrix(5, 4).col(3), left = b - A * leastSquares(A, b);
  EXPECT_LE((A.transpose() * left).norm(), round_off * A.norm() * b.norm());
  EXPECT_GT(left.norm(), 0.1);
}

TEST(Dense, FactorisationSolvesWithAnyRightHandSide) {
  const MatrixXd A = someMatrix(5, 5);
  const VectorXd b = someMatrix(5, 1);
  const DenseFactorisation factors(A);
  EXPECT_TRUE(factors.isRegular());
  expectSame(A * factors.solve(b), b);
  expectSame(A * factors.solve(-2.0 * b), -2.0 * b);
  EXPECT_FALSE(DenseFactorisation(MatrixXd::Zero(2, 2)).isRegular());
  EXPECT_FALSE(DenseFactorisation(MatrixXd::Constant(1, 1, std::numeric_limits<double>::infinity())).isRegular());
}

TEST(Dense, FactorisationOfASingularMatrixGivesTheMinimumNormSolution) {
  const MatrixXd half = someMatrix(4, 2);
  for (const bool is_symmetric : {true, false}) {
    const MatrixXd A = is_symmetric ? MatrixXd(half * half.transpose()) : MatrixXd(half * someMatrix(2, 4));
    const VectorXd b = A * VectorXd::Ones(4), x = DenseFactorisation(A, is_symmetric, 1e-13).solve(b);
    expectSame(A * x, b);
    const SingularValueDecomposition svd = computeSvd(A);
    EXPECT_LE((svd.V.rightCols(2).transpose() * x).norm(), 1e-12 * x.norm()) << "part of x is in the null space";
  }
}

TEST(Dense, FactorisationOfARegularMatrixWithAConditionLimitSolves) {
  const MatrixXd A = someMatrix(4, 4);
  const VectorXd b = someMatrix(4, 1);
  expectSame(A * DenseFactorisation(A, false, 1e-13).solve(b), b);
  expectSame(somePositive(4) * DenseFactorisation(somePositive(4), true, 1e-13).solve(b), b);
}

}  // namespace
}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "elementRotation.hpp"

#include <Eigen/LU>
#include <cmath>

#include "base/dense.hpp"
#include "fem/kernels/SolidKernel.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::fem {
namespace {

constexpr double flat = 1e-9;          // det F / |F|^3 below which singular values are used
constexpr double close_enough = 1e-9;  // convergence is quadratic: the next iterate is accurate to round-off
constexpr double far = 0.1;            // change above which scaling is worth the cost of its square roots
constexpr int most_iterations = 50;

Lane squareOf(const Lane (&A)[3][3]) {
  Lane sum{};
  for (const auto& row : A)
    for (const Lane& entry : row) sum += entry * entry;
  return sum;
}

/// Returns the square roots of all lanes, computed at once by Eigen.
Lane root(const Lane& x) {
  using Lanes = Eigen::Array<double, base::num_lanes, 1>;
  Lane y;
  Eigen::Map<Lanes>(reinterpret_cast<double*>(&y)) =
      Eigen::Map<const Lanes>(reinterpret_cast<const double*>(&x)).sqrt();
  return y;
}

/// Replaces X by (g X + X^-T / g) / 2 with g = sqrt(|X^-1| / |X|) if X `is_far` from a rotation,
/// and g = 1 otherwise. Returns the square of the change.
Lane improve(Lane (&X)[3][3], bool is_far) {
  Lane adjoint[3][3], change{};
  const Lane det = adjugate(X, adjoint);
  Lane of_old = base::allLanes(0.5), of_inverse = 0.5 / det;
  if (is_far) {
    const Lane scale = root(root(squareOf(adjoint) / (det * det * squareOf(X))));
    of_old *= scale, of_inverse /= scale;
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Lane next = of_old * X[i][j] + of_inverse * adjoint[j][i];
      change += (next - X[i][j]) * (next - X[i][j]);
      X[i][j] = next;
    }
  return change;
}

base::Mat3 bySingularValues(const base::Mat3& F) {
  if (!F.allFinite()) return base::Mat3::Constant(std::nan(""));
  const base::PrincipalStretches svd = base::computePrincipalStretches(F);
  const base::Mat3 product = svd.U * svd.V.transpose();
  return svd.U * base::Vec3(1, 1, product.determinant() < 0 ? -1 : 1).asDiagonal() * svd.V.transpose();
}

bool anyAbove(const Lane& values, double bound) {
  for (int lane = 0; lane < base::num_lanes; ++lane)
    if (values[lane] > bound) return true;
  return false;
}

}  // namespace

void polarRotation(const Lane (&F)[3][3], Lane (&R)[3][3]) {
  Lane adjoint[3][3];
  const Lane det = adjugate(F, adjoint), square = squareOf(F);
  const auto is_whole = det > flat * square * sqrt(square);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R[i][j] = is_whole ? F[i][j] : base::allLanes(i == j ? 1.0 : 0.0);
  Lane change = base::allLanes(1.0);
  for (int i = 0; i < most_iterations && anyAbove(change, close_enough * close_enough); ++i)
    change = improve(R, anyAbove(change, far * far));
  for (int lane = 0; lane < base::num_lanes; ++lane) {
    if (is_whole[lane]) continue;
    base::Mat3 one;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) one(i, j) = F[i][j][lane];
    one = bySingularValues(one);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) R[i][j][lane] = one(i, j);
  }
}

void orthonormalFrame(const Lane (&J)[3][3], Lane (&E)[3][3]) {
  const Lane l1 = sqrt(J[0][0] * J[0][0] + J[1][0] * J[1][0] + J[2][0] * J[2][0]);
  for (int i = 0; i < 3; ++i) E[i][0] = J[i][0] / l1;
  const Lane along = J[0][1] * E[0][0] + J[1][1] * E[1][0] + J[2][1] * E[2][0];
  for (int i = 0; i < 3; ++i) E[i][1] = J[i][1] - along * E[i][0];
  const Lane l2 = sqrt(E[0][1] * E[0][1] + E[1][1] * E[1][1] + E[2][1] * E[2][1]);
  for (int i = 0; i < 3; ++i) E[i][1] = E[i][1] / l2;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    E[i][2] = E[j][0] * E[k][1] - E[k][0] * E[j][1];
  }
}

}  // namespace tenon::fem

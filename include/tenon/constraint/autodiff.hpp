// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>
#include <cstddef>

#include <unsupported/Eigen/AutoDiff>

// Derivatives of functions phi that are templates over the scalar type T and return an
// Eigen::Matrix<T, rows, 1> for an argument std::array<T, n>. They are computed in forward mode by
// Eigen's AutoDiffScalar, which is nested for second derivatives.
namespace tenon::constraint {

/// Computes the Jacobian G = dphi/dx, [rows × n] in row-major order, at x, [n].
template <int n, int rows, class Function>
void firstDerivatives(const double* x, Function&& phi, double* G) {
  using Slope = Eigen::Matrix<double, n, 1>;
  using Dual = Eigen::AutoDiffScalar<Slope>;
  std::array<Dual, static_cast<std::size_t>(n)> variables;
  for (int i = 0; i < n; ++i) variables[static_cast<std::size_t>(i)] = Dual(x[i], Slope::Unit(i));
  const Eigen::Matrix<Dual, rows, 1> value = phi(variables);
  for (int r = 0; r < rows; ++r) Eigen::Map<Slope>(G + r * n) = value[r].derivatives();
}

/// Computes the Hessian H = d2(lambda . phi)/dx2, [n × n], at x, [n], for fixed lambda, [rows].
template <int n, int rows, class Function>
void secondDerivatives(const double* x, const double* lambda, Function&& phi, double* H) {
  using Slope = Eigen::Matrix<double, n, 1>;
  using Dual = Eigen::AutoDiffScalar<Slope>;
  using HyperDual = Eigen::AutoDiffScalar<Eigen::Matrix<Dual, n, 1>>;
  std::array<HyperDual, static_cast<std::size_t>(n)> variables;
  for (int i = 0; i < n; ++i) {
    HyperDual& one = variables[static_cast<std::size_t>(i)];
    one.value() = Dual(x[i], Slope::Unit(i));
    for (int j = 0; j < n; ++j) one.derivatives()[j] = Dual(i == j ? 1.0 : 0.0, Slope::Zero());
  }
  const Eigen::Matrix<HyperDual, rows, 1> value = phi(variables);
  Eigen::Map<Eigen::Matrix<double, n, n>> hessian(H);
  hessian.setZero();
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j < n; ++j) hessian.col(j) += lambda[r] * value[r].derivatives()[j].derivatives();
}

}  // namespace tenon::constraint

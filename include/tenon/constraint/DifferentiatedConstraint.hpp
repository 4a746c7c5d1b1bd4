// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <unsupported/Eigen/AutoDiff>

#include "tenon/constraint/joints/TupleConstraint.hpp"

namespace tenon::constraint {

// Derivatives of functions phi that are templates over the scalar type T and return an
// Eigen::Matrix<T, rows, 1> for an argument std::array<T, n>. They are computed in forward mode by
// Eigen's AutoDiffScalar, which is nested for second derivatives.

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

/// Positions of the nodes of a tuple, for any scalar type.
template <class T, int num_places, int dimension>
using Points = std::array<Eigen::Matrix<T, dimension, 1>, num_places>;

/// Base class of nonlinear constraints that implement only Phi, as a template over the scalar type.
/// G and d(G^T lambda)/dx are computed by automatic differentiation (Eigen's AutoDiffScalar in
/// forward mode, nested for second derivatives). Example:
///
///   class MyCondition : public DifferentiatedConstraint<MyCondition, num_places, num_rows> {
///    public:
///     template <class T, int dimension>
///     Rows<T> residual(LocalIndex tuple, const Points<T, num_places, dimension>& x) const { ... }
///
/// Convert constant vectors with constant<T, dimension>(v). Declare variables with explicit types,
/// because `auto` with Eigen expressions keeps references to temporaries. The derivatives are
/// undefined where Phi is not differentiable, for example where the two points of a distance
/// coincide.
template <class Self, int num_places, int num_rows>
class DifferentiatedConstraint : public TupleConstraint {
 public:
  /// Vector of the residuals of all rows of a tuple.
  template <class T>
  using Rows = Eigen::Matrix<T, num_rows, 1>;

 protected:
  /// Constructs the constraint from `objects` and `tuples`; see TupleConstraint.
  /// @throws InputError under the same conditions as the constructor of TupleConstraint
  /// @note Collective.
  DifferentiatedConstraint(std::string name, std::vector<const fem::Domain*> objects, fem::NodeTuples tuples)
      : TupleConstraint(std::move(name), std::move(objects), std::move(tuples), num_rows) {}

  /// Converts a constant vector to the scalar type T, with zero derivatives.
  template <class T, int dimension>
  static Eigen::Matrix<T, dimension, 1> constant(const base::Vec3& vector) {
    return vector.head<dimension>().template cast<T>();
  }

 private:
  void evaluate(LocalIndex tuple, const double* x, double* phi) const final {
    inDimension([&](auto dim) {
      std::array<double, num_places * dim> variables;
      std::copy_n(x, variables.size(), variables.begin());
      Eigen::Map<Rows<double>> rows(phi);
      rows = of<dim>(tuple)(variables);
    });
  }
  void differentiate(LocalIndex tuple, const double* x, double* G) const final {
    inDimension([&](auto dim) { firstDerivatives<num_places * dim, num_rows>(x, of<dim>(tuple), G); });
  }
  void differentiateTwice(LocalIndex tuple, const double* x, const double* lambda, double* H) const final {
    inDimension([&](auto dim) { secondDerivatives<num_places * dim, num_rows>(x, lambda, of<dim>(tuple), H); });
  }

  /// Returns the residual Phi of a tuple as a function of all of its coordinates.
  template <int dimension>
  auto of(LocalIndex tuple) const {
    return [this, tuple](const auto& variables) {
      using T = typename std::decay_t<decltype(variables)>::value_type;
      Points<T, num_places, dimension> points;
      for (std::size_t i = 0; i < variables.size(); ++i)
        points[i / dimension][static_cast<Eigen::Index>(i % dimension)] = variables[i];
      return self().template residual<T, dimension>(tuple, points);
    };
  }
  template <class Work>
  void inDimension(Work&& work) const {
    if (dimension() == 2)
      work(std::integral_constant<int, 2>());
    else
      work(std::integral_constant<int, 3>());
  }
  const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace tenon::constraint

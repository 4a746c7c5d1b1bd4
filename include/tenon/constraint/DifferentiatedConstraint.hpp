#pragma once
#include <Eigen/Core>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <unsupported/Eigen/AutoDiff>

#include "tenon/constraint/TupleConstraint.hpp"

namespace tenon::constraint {

/// Positions of a tuple's nodes, for any scalar type.
template <class T, int num_places, int dimension>
using Points = std::array<Eigen::Matrix<T, dimension, 1>, num_places>;

/// A nonlinear condition of which only Phi is written, once for any scalar type; G and d(G^T lambda)/dx follow by
/// automatic differentiation (Eigen's AutoDiffScalar, forward mode, nested for the second derivatives):
///
///   class MyCondition : public DifferentiatedConstraint<MyCondition, num_places, num_rows> {
///    public:
///     template <class T, int dimension>
///     Rows<T> violation(LocalIndex tuple, const Points<T, num_places, dimension>& x) const { ... }
///
/// Write types out: `auto` of Eigen's expressions keeps references to what is gone. Where x stands on a kink of Phi
/// (two points in one place) there is no derivative.
template <class Self, int num_places, int num_rows>
class DifferentiatedConstraint : public TupleConstraint {
 public:
  template <class T>
  using Rows = Eigen::Matrix<T, num_rows, 1>;

 protected:
  /// Collective; as TupleConstraint.
  DifferentiatedConstraint(std::string name, std::vector<const fem::Domain*> objects, fem::NodeTuples tuples)
      : TupleConstraint(std::move(name), std::move(objects), std::move(tuples), num_rows) {}

 private:
  template <int n, class Scalar = double>
  using Slope = Eigen::Matrix<Scalar, n, 1>;
  template <int n>
  using Once = Eigen::AutoDiffScalar<Slope<n>>;
  template <int n>
  using Twice = Eigen::AutoDiffScalar<Slope<n, Once<n>>>;

  void evaluate(LocalIndex tuple, const double* x, double* phi) const final {
    inDimension([&](auto dim) {
      Points<double, num_places, dim> points;
      for (int p = 0; p < num_places; ++p)
        for (int c = 0; c < dim; ++c) points[static_cast<std::size_t>(p)][c] = x[p * dim + c];
      Eigen::Map<Rows<double>> rows(phi);
      rows = self().template violation<double, dim>(tuple, points);
    });
  }

  void differentiate(LocalIndex tuple, const double* x, double* G) const final {
    inDimension([&](auto dim) {
      constexpr int n = num_places * dim;
      Points<Once<n>, num_places, dim> points;
      for (int i = 0; i < n; ++i) points[static_cast<std::size_t>(i / dim)][i % dim] = Once<n>(x[i], Slope<n>::Unit(i));
      const Rows<Once<n>> rows = self().template violation<Once<n>, dim>(tuple, points);
      for (int r = 0; r < num_rows; ++r) Eigen::Map<Slope<n>>(G + r * n) = rows[r].derivatives();
    });
  }

  void differentiateTwice(LocalIndex tuple, const double* x, const double* lambda, double* H) const final {
    inDimension([&](auto dim) {
      constexpr int n = num_places * dim;
      Points<Twice<n>, num_places, dim> points;
      for (int i = 0; i < n; ++i) {
        Twice<n>& coordinate = points[static_cast<std::size_t>(i / dim)][i % dim];
        coordinate.value() = Once<n>(x[i], Slope<n>::Unit(i));
        for (int j = 0; j < n; ++j) coordinate.derivatives()[j] = Once<n>(i == j ? 1.0 : 0.0, Slope<n>::Zero());
      }
      const Rows<Twice<n>> rows = self().template violation<Twice<n>, dim>(tuple, points);
      Eigen::Map<Eigen::Matrix<double, n, n>> hessian(H);
      hessian.setZero();
      for (int r = 0; r < num_rows; ++r)
        for (int j = 0; j < n; ++j) hessian.col(j) += lambda[r] * rows[r].derivatives()[j].derivatives();
    });
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

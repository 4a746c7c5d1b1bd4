// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Geometry>
#include <utility>
#include <vector>

#include <unsupported/Eigen/AutoDiff>

#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/mapping/TupleMapping.hpp"

namespace tenon::mapping {

/// Three-dimensional vector, for any scalar type.
template <class T>
using Vector = Eigen::Matrix<T, 3, 1>;

/// Returns (R - 1) arm for the rotation R of a unit quaternion, without cancellation for small
/// rotations.
template <class T>
Vector<T> rotationDisplacement(const Eigen::Quaternion<T>& rotation, const Vector<T>& arm) {
  const Vector<T> v = rotation.vec(), inner = v.cross(arm) + arm * rotation.w();
  return v.cross(inner) * T(2.0);
}

/// Parent node in the current configuration, represented as a three-dimensional frame, for any
/// scalar type. Points have the identity as rotation, positions in plane problems have z = 0, and
/// scalars are stored in the first component.
template <class T>
struct CurrentNode {
  base::Vec3 rest;                ///< reference position
  Vector<T> displacement;         ///< displacement
  Eigen::Quaternion<T> rotation;  ///< rotation from the reference configuration
  double weight;                  ///< weight of the node

  /// Returns the displacement of a point whose reference position is `arm` relative to the node.
  Vector<T> displacementAt(const base::Vec3& arm) const {
    const Vector<T> constant = arm.template cast<T>();
    return displacement + rotationDisplacement<T>(rotation, constant);
  }
};

/// Base class of mappings that implement only the displacement of a child node, as a template over
/// the scalar type. J, dJ/dt v and the geometric stiffness are computed by automatic
/// differentiation, one direction at a time (Eigen's AutoDiffScalar, nested for second
/// derivatives). Example:
///
/// @code
/// class MyMapping : public DifferentiatedMapping<MyMapping, num_rows> {
///  public:
///   template <class T>
///   Eigen::Matrix<T, num_rows, 1> displacementOf(
///       LocalIndex i, const std::vector<CurrentNode<T>>& nodes) const { ... }
/// @endcode
///
/// The number of rows is 1 for scalars and 3 for points. In plane problems, the third component of
/// a point is ignored. To avoid cancellation, compute the displacement from the displacements of
/// the nodes and not as the difference between the current and the reference value. Declare
/// variables with explicit types, because `auto` with Eigen expressions keeps references to
/// temporaries.
template <class Self, int num_rows>
class DifferentiatedMapping : public TupleMapping {
 protected:
  using TupleMapping::TupleMapping;

  void evaluate(LocalIndex i, double* displacement) const override {
    store(self().template displacementOf<double>(i, nodesOf<double>(i)), displacement);
  }

  void computeJacobian(LocalIndex i, double* J) const override {
    std::vector<CurrentNode<FirstOrderDual>> nodes = nodesOf<FirstOrderDual>(i);
    const std::size_t n = numDofs(i);
    forEachDof(i, [&](std::size_t unknown, std::size_t k, int motion) {
      const CurrentNode<FirstOrderDual> still = nodes[k];
      perturb(nodes[k], motion, FirstOrderDual(0.0, Slope<double>(1.0)));
      const auto x = self().template displacementOf<FirstOrderDual>(i, nodes);
      for (int row = 0; row < block(); ++row) J[static_cast<std::size_t>(row) * n + unknown] = slopeOf(x[row]);
      nodes[k] = still;
    });
  }

  void computeBiasAcceleration(LocalIndex i, double* a) const override {
    std::vector<CurrentNode<SecondOrderDual>> nodes = nodesOf<SecondOrderDual>(i);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const ParentNode& one = parentNodes(i)[k];
      const base::Vec6 v = la::expandToFrame(*one.state, one.state->velocity(), one.node);
      Eigen::Matrix<SecondOrderDual, 6, 1> along;
      for (int m = 0; m < 6; ++m) along[m] = direction(v[m], v[m]);
      perturbAll(nodes[k], along);
    }
    const auto x = self().template displacementOf<SecondOrderDual>(i, nodes);
    for (int row = 0; row < block(); ++row) a[row] = curvatureOf(x[row]);
  }

  void computeHessian(LocalIndex i, const double* f, double* H) const override {
    const std::vector<CurrentNode<SecondOrderDual>> still = nodesOf<SecondOrderDual>(i);
    std::vector<CurrentNode<SecondOrderDual>> nodes = still;
    const std::size_t n = numDofs(i);
    forEachDof(i, [&](std::size_t p, std::size_t k, int motion_p) {
      forEachDof(i, [&](std::size_t q, std::size_t l, int motion_q) {
        if (q < p) return;
        std::array<Eigen::Matrix<SecondOrderDual, 6, 1>, 2> along;
        for (auto& all : along) all.setConstant(direction(0.0, 0.0));
        along[0][motion_p] += direction(1.0, 0.0);
        along[k == l ? 0 : 1][motion_q] += direction(0.0, 1.0);
        perturbAll(nodes[k], along[0]);
        if (l != k) perturbAll(nodes[l], along[1]);
        const auto x = self().template displacementOf<SecondOrderDual>(i, nodes);
        double sum = 0.0;
        for (int row = 0; row < block(); ++row) sum += f[row] * curvatureOf(x[row]);
        H[p * n + q] = H[q * n + p] = sum;
        nodes[k] = still[k], nodes[l] = still[l];
      });
    });
  }

 private:
  template <class T>
  using Slope = Eigen::Matrix<T, 1, 1>;
  using FirstOrderDual = Eigen::AutoDiffScalar<Slope<double>>;
  using SecondOrderDual = Eigen::AutoDiffScalar<Slope<FirstOrderDual>>;

  const Self& self() const { return static_cast<const Self&>(*this); }

  /// Returns a variable with value 0 and the derivatives a and b along the two directions of a
  /// second derivative.
  static SecondOrderDual direction(double a, double b) {
    return SecondOrderDual(FirstOrderDual(0.0, Slope<double>(a)),
                           Slope<FirstOrderDual>(FirstOrderDual(b, Slope<double>(0.0))));
  }
  static double slopeOf(const FirstOrderDual& x) { return x.derivatives()[0]; }
  static double curvatureOf(const SecondOrderDual& x) { return x.derivatives()[0].derivatives()[0]; }

  void store(const Eigen::Matrix<double, num_rows, 1>& x, double* to) const {
    for (int row = 0; row < block(); ++row) to[row] = x[row];
  }

  template <class T>
  static T constant(double value) {
    if constexpr (std::is_same_v<T, SecondOrderDual>)
      return T(FirstOrderDual(value, Slope<double>(0.0)),
               Slope<FirstOrderDual>(FirstOrderDual(0.0, Slope<double>(0.0))));
    else if constexpr (std::is_same_v<T, FirstOrderDual>)
      return T(value, Slope<double>(0.0));
    else
      return value;
  }

  template <class T>
  std::vector<CurrentNode<T>> nodesOf(LocalIndex i) const {
    std::vector<CurrentNode<T>> nodes;
    for (const ParentNode& one : parentNodes(i)) {
      const la::State& state = *one.state;
      const base::Vec6 q = la::expandToFrame(state, state.displacement(), one.node);
      const Eigen::Quaterniond turn = la::quaternionOf(q.tail<3>());
      CurrentNode<T> node;
      node.rest = la::expandToFrame(state, state.reference(), one.node).head<3>();
      for (int c = 0; c < 3; ++c) node.displacement[c] = constant<T>(q[c]);
      node.rotation = Eigen::Quaternion<T>(constant<T>(turn.w()), constant<T>(turn.x()), constant<T>(turn.y()),
                                           constant<T>(turn.z()));
      node.weight = one.weight;
      nodes.push_back(node);
    }
    return nodes;
  }

  /// Calls visit(index, parent node, component 0 to 5) for each degree of freedom on which child
  /// node i depends.
  template <class Visit>
  void forEachDof(LocalIndex i, Visit&& visit) const {
    std::size_t unknown = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(parentNodes(i).size()); ++k)
      for (const int motion : la::frameComponentsOf(*parentNodes(i)[k].state)) visit(unknown++, k, motion);
  }

  template <class T>
  static void perturb(CurrentNode<T>& node, int motion, const T& by) {
    Eigen::Matrix<T, 6, 1> along;
    along.setConstant(constant<T>(0.0));
    along[motion] = by;
    perturbAll(node, along);
  }
  /// Applies increments with value 0 and nonzero derivatives. The terms of exp up to second order
  /// are therefore sufficient.
  template <class T>
  static void perturbAll(CurrentNode<T>& node, const Eigen::Matrix<T, 6, 1>& along) {
    for (int c = 0; c < 3; ++c) node.displacement[c] = node.displacement[c] + along[c];
    const Vector<T> theta = along.template tail<3>();
    const T square = theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2];
    const Eigen::Quaternion<T> by(constant<T>(1.0) - square * 0.125, theta[0] * 0.5, theta[1] * 0.5, theta[2] * 0.5);
    const Eigen::Quaternion<T> from = node.rotation;
    node.rotation = by * from;
  }
};

}  // namespace tenon::mapping

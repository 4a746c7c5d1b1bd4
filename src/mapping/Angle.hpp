// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tuples.hpp"

namespace tenon::mapping {

/// Angles at the middle node of three nodes a, b, c in radians: theta - Theta with theta = atan2(|p
/// x q|, p . q) in (0, pi), p = x_a - x_b, q = x_c - x_b, and Theta in the reference configuration.
/// Derivatives are computed by automatic differentiation.
/// @see the angle of three-body potentials, e.g. Allen, Tildesley, Computer Simulation of Liquids
class Angle : public DifferentiatedMapping<Angle, 1> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  using Data = TupleSource;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the angles.
  /// @throws InputError if three nodes are collinear, because the angle is not differentiable there
  /// @note Collective.
  Angle(const Data& data, const fem::FindDomain& find);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

  /// Returns the change of the angle of three nodes. The changes of |p||q| sin and |p||q| cos are
  /// computed directly, so that no digits are lost for small displacements.
  template <class T>
  Eigen::Matrix<T, 1, 1> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    using std::atan2;
    const base::Vec3 P = nodes[0].rest - nodes[1].rest, Q = nodes[2].rest - nodes[1].rest, N = P.cross(Q);
    const Vector<T> p0 = P.template cast<T>(), q0 = Q.template cast<T>(), n0 = N.template cast<T>();
    const Vector<T> dp = nodes[0].displacement - nodes[1].displacement;
    const Vector<T> dq = nodes[2].displacement - nodes[1].displacement, q = q0 + dq;
    const Vector<T> dn = dp.cross(q) + p0.cross(dq), n = n0 + dn, sum = n0 + n;
    const double sine0 = N.norm(), cosine0 = P.dot(Q);
    const T sine = n.norm(), d_sine = dn.dot(sum) / (sine + sine0), d_cosine = dp.dot(q) + p0.dot(dq);
    const T of_sine = d_sine * cosine0 - d_cosine * sine0;
    const T of_cosine = (d_cosine + cosine0) * cosine0 + sine * sine0;
    return Eigen::Matrix<T, 1, 1>(T(atan2(of_sine, of_cosine)));
  }
};

/// Areas of triangles of nodes:
///
///   A = |N| / 2 - |N_0| / 2,   N = (x_b - x_a) x (x_c - x_a),   J_b = (x_c - x_a) x n / 2, ...
///
/// with n = N / |N|. Second derivatives are computed by automatic differentiation.
/// @see SOFA's AreaMapping
class TriangleArea : public DifferentiatedMapping<TriangleArea, 1> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  using Data = TupleSource;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the areas.
  /// @throws InputError if a triangle has zero area
  /// @note Collective.
  TriangleArea(const Data& data, const fem::FindDomain& find);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

  /// Computes the change of the area of one triangle.
  template <class T>
  Eigen::Matrix<T, 1, 1> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const base::Vec3 P = nodes[1].rest - nodes[0].rest, Q = nodes[2].rest - nodes[0].rest, N = P.cross(Q);
    const Vector<T> p0 = P.template cast<T>(), q0 = Q.template cast<T>(), n0 = N.template cast<T>();
    const Vector<T> dp = nodes[1].displacement - nodes[0].displacement;
    const Vector<T> dq = nodes[2].displacement - nodes[0].displacement, q = q0 + dq;
    const Vector<T> dn = dp.cross(q) + p0.cross(dq), n = n0 + dn, sum = n0 + n;
    return Eigen::Matrix<T, 1, 1>(T(0.5 * dn.dot(sum) / (n.norm() + N.norm())));
  }
};

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tuples.hpp"

namespace tenon::mapping {

/// Distances of nodes from a fixed point t:
///
///   d = |x - t| - |X - t|,   n = (x - t) / |x - t|,
///   J = n^T,   dJ/dt v = |(1 - n n^T) v|^2 / |x - t|,   dJ^T/dq f = f / |x - t| (1 - n n^T).
///
/// @see SOFA's DistanceFromTargetMapping
class DistanceToTarget : public DifferentiatedMapping<DistanceToTarget, 1> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data : TupleSource {
    base::Vec3 target{0, 0, 0};  ///< fixed point t
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the distances.
  /// @throws InputError if a node is at the target
  /// @note Collective.
  DistanceToTarget(const Data& data, const fem::FindDomain& find);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

  /// Computes the change of one distance without loss of digits.
  template <class T>
  Eigen::Matrix<T, 1, 1> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const base::Vec3 D = nodes[0].rest - target_;
    const Vector<T> d = D.template cast<T>() + nodes[0].displacement, sum = D.template cast<T>() + d;
    return Eigen::Matrix<T, 1, 1>(T(nodes[0].displacement.dot(sum) / (d.norm() + D.norm())));
  }

 private:
  base::Vec3 target_;
};

/// Signed distances of nodes from a fixed plane, relative to the reference configuration: s = n .
/// (x - p) - n . (X - p), J = n^T, linear.
/// @see SOFA's DistanceToPlaneMapping
class DistanceToPlane : public DifferentiatedMapping<DistanceToPlane, 1> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data : TupleSource {
    base::Vec3 point{0, 0, 0}, normal{0, 0, 0};  ///< point p on the plane, normal n
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the distances.
  /// @throws InputError if the normal is zero
  /// @note Collective.
  DistanceToPlane(const Data& data, const fem::FindDomain& find);

  int block() const override { return 1; }
  bool isLinear() const override { return true; }
  std::vector<double> rest() const override;

  /// Computes the change of one distance.
  template <class T>
  Eigen::Matrix<T, 1, 1> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const Vector<T> n = normal_.template cast<T>();
    return Eigen::Matrix<T, 1, 1>(T(n.dot(nodes[0].displacement)));
  }

 private:
  base::Vec3 point_, normal_;
};

}  // namespace tenon::mapping

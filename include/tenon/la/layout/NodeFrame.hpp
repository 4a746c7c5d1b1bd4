// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Geometry>
#include <string>

#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {

// Three-dimensional rotations. A rotation R = exp(theta) is represented by its rotation vector
// theta, which may have any length. Unit quaternions are used in computations.

/// Returns the unit quaternion of exp(theta), where theta is in radians.
Eigen::Quaterniond quaternionOf(const base::Vec3& theta);
/// Returns the rotation vector theta of a unit quaternion. Its length |theta| is in radians and at
/// most pi.
base::Vec3 rotationVectorOf(const Eigen::Quaterniond& rotation);

/// Returns the rotation vector of exp(increment) exp(theta). The length of this vector is at most
/// pi.
base::Vec3 composeRotations(const base::Vec3& increment, const base::Vec3& theta);
/// Returns the rotation vector `increment` with exp(increment) exp(from) = exp(to) and length at
/// most pi.
base::Vec3 rotationBetween(const base::Vec3& from, const base::Vec3& to);

/// Returns the skew-symmetric matrix W of the cross product, W a = w x a.
inline base::Mat3 skewMatrix(const base::Vec3& w) {
  base::Mat3 matrix;
  matrix << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return matrix;
}

/// Position and orientation in space of a node of any state. For nodes without rotational degrees
/// of freedom the rotation is the identity. Nodes of plane problems have z = 0 and rotate about z.
struct NodeFrame {
  base::Vec3 reference = base::Vec3::Zero();     ///< Position in the reference configuration [length].
  base::Vec3 displacement = base::Vec3::Zero();  ///< Displacement of the origin [length].
  base::Mat3 rotation = base::Mat3::Identity();  ///< Rotation from the reference to the current configuration.

  /// Returns the current frame of an owned or ghost node.
  static NodeFrame of(const State& state, LocalIndex node);
  /// Returns the displacement u + (R - I) arm [length] of a point attached to the node.
  /// @param arm  [3] position relative to the origin in the reference configuration [length]
  base::Vec3 displacementAt(const base::Vec3& arm) const;
};

/// Returns, for each degree of freedom of a node, the index of the corresponding component of the
/// velocity of a frame, [block]. Components 0 to 2 are translations along x, y and z; components 3
/// to 5 are rotations about x, y and z. The scalar of a scalar state corresponds to component 0.
gsl::span<const int> frameComponentsOf(const State& state);

/// Returns the name of degree of freedom `dof` of a node: "x" for a translation, "rx" for a
/// rotation about x, "r" for the rotation in a plane problem, "s" for a scalar.
std::string dofName(const State& state, int dof);

/// Expands the values of a node to the six components of a frame: translations and rotations. The
/// values are velocities, accelerations or increments.
/// @param state   state of the node
/// @param values  [numLocal x block] values of the nodes of the state
/// @param node    local node, owned or ghost
/// @return [6] components; zero for those to which no degree of freedom of the node corresponds.
base::Vec6 expandToFrame(const State& state, gsl::span<const double> values, LocalIndex node);

}  // namespace tenon::la

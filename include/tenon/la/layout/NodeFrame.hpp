// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/la/layout/State.hpp"
#include "tenon/la/layout/rotations.hpp"

namespace tenon::la {

/// Position and orientation in space of a node of any state. For nodes without rotational degrees
/// of freedom the rotation is the identity. Nodes of plane problems have z = 0 and rotate about z.
struct NodeFrame {
  base::Vec3 reference = base::Vec3::Zero();     ///< position in the reference configuration [length]
  base::Vec3 displacement = base::Vec3::Zero();  ///< displacement of the origin [length]
  base::Mat3 rotation = base::Mat3::Identity();  ///< rotation from the reference to the current configuration

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
/// @return [6] components; zero for those to which no degree of freedom of the node corresponds
base::Vec6 expandToFrame(const State& state, gsl::span<const double> values, LocalIndex node);

}  // namespace tenon::la

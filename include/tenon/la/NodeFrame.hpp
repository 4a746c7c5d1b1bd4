#pragma once
#include <string>

#include "tenon/la/State.hpp"
#include "tenon/la/rotations.hpp"

namespace tenon::la {

/// A node as a frame in space, whatever its state is: points do not turn, and what is in the plane has z = 0 and turns
/// about z.
struct NodeFrame {
  base::Vec3 rest = base::Vec3::Zero();          ///< place at rest
  base::Vec3 displacement = base::Vec3::Zero();  ///< of the origin
  base::Mat3 rotation = base::Mat3::Identity();  ///< from rest

  /// At the present configuration of an owned or ghost node.
  static NodeFrame of(const State& state, LocalIndex node);
  /// Displacement of a point that is `arm` away from the origin at rest: u + (R - 1) arm.
  base::Vec3 motionOf(const base::Vec3& arm) const;
};

/// Which of a frame's six motions (along x, y, z, about x, y, z) the unknowns of a node of this state are.
gsl::span<const int> motionsOf(const State& state);

/// What a motion of a node is called: "x", or "rx" for the one about that axis, "r" in the plane; "s" of a
/// scalar.
std::string motionName(const State& state, int motion);

/// Motions along and about the axes, [6], of a node's values, [block]: velocities, accelerations, increments.
base::Vec6 sixMotions(const State& state, gsl::span<const double> values, LocalIndex node);

}  // namespace tenon::la

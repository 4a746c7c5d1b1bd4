#pragma once
#include "tenon/system/Factors.hpp"

namespace tenon::analysis {

/// How a motion follows from the unknowns x of a step that begins at q_n:
///   q = q_n (+) (d0 + p x),   v = v0 + w x,   a = s x,
/// where (+) adds displacements and composes rotations (la::State::retract). In statics x is the displacement itself;
/// steppers have accelerations as unknowns, s = 1.
struct Kinematics {
  double position = 1.0;      ///< p
  double velocity = 0.0;      ///< w
  double acceleration = 0.0;  ///< s
  /// k, by which the linear system divides rows of constraints on positions and on velocities: how far a unit of x
  /// moves them, so that the matrix is symmetric.
  double position_rows = 1.0, velocity_rows = 1.0;

  /// Of accelerations at the end of a step.
  static Kinematics ofAccelerations(double p, double w) { return {p, w, 1.0, p, w}; }

  bool isStatic() const { return velocity == 0.0 && acceleration == 0.0; }
  /// Of the tangent -d(f - M a)/dx = s M - w B - p K.
  system::Factors factors() const { return {acceleration, -velocity, -position}; }

  bool operator==(const Kinematics& other) const {
    return position == other.position && velocity == other.velocity && acceleration == other.acceleration &&
           position_rows == other.position_rows && velocity_rows == other.velocity_rows;
  }
  bool operator!=(const Kinematics& other) const { return !(*this == other); }
};

}  // namespace tenon::analysis

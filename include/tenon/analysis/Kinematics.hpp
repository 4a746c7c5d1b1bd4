// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/handles.hpp"
#include "tenon/system/forms/Factors.hpp"

namespace tenon::analysis {

/// Dependence of the state on the unknowns x of a step that begins at q_n:
///   q = q_n (+) (d0 + p x),   v = v0 + w x,   a = s x,
/// where (+) adds displacements and composes rotations (la::State::retract). In statics x is the
/// displacement itself. Time integrators use accelerations as unknowns, s = 1.
struct Kinematics {
  double position = 1.0;      ///< factor p of the positions
  double velocity = 0.0;      ///< factor w of the velocities
  double acceleration = 0.0;  ///< factor s of the accelerations
  /// Divisor of constraint rows on positions in the linear system: the change of a row per unit of
  /// x. The division makes the matrix symmetric.
  double position_rows = 1.0;
  double velocity_rows = 1.0;  ///< divisor of constraint rows on velocities

  /// Returns the kinematics of a step whose unknowns are the accelerations at its end.
  static Kinematics fromAcceleration(double p, double w) { return {p, w, 1.0, p, w}; }

  /// Returns true if neither velocities nor accelerations depend on x.
  bool isStatic() const { return velocity == 0.0 && acceleration == 0.0; }
  /// Returns the coefficients of the tangent -d(f - M a)/dx = s M - w B - p K.
  system::Factors factors() const { return {acceleration, -velocity, -position}; }

  /// Returns true if all coefficients are equal.
  bool operator==(const Kinematics& other) const {
    return position == other.position && velocity == other.velocity && acceleration == other.acceleration &&
           position_rows == other.position_rows && velocity_rows == other.velocity_rows;
  }
  /// Returns true if any coefficient differs.
  bool operator!=(const Kinematics& other) const { return !(*this == other); }
};

/// Displacements, velocities and accelerations at one time, over the layout of the unknowns.
struct StateVectors {
  la::Vector q;  ///< displacement
  la::Vector v;  ///< velocity
  la::Vector a;  ///< acceleration
};

}  // namespace tenon::analysis

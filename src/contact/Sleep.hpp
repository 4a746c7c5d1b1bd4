// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Sleep criterion. The speed of a body is |v| + |w| r with its size r; it bounds the speeds of all
/// points.
struct Sleep {
  double velocity = 0.0;  ///< threshold of the speed below which bodies are slow; 0: no body sleeps
  double after = 0.0;     ///< time for which a body must be slow before it may fall asleep

  /// Returns true if bodies may fall asleep.
  bool isEnabled() const { return velocity > 0.0; }
  /// Returns the speed up to which driven bodies count as immobile.
  double immobileSpeed() const { return 1e-6 * velocity; }
};

/// Sleep state of a body.
struct SleepState {
  /// Phase of the transition between motion and sleep.
  enum class Phase {
    awake,     ///< The body is awake.
    settling,  ///< slow for the required time: the next step starts with zero velocity, as a test
    asleep,    ///< The body is not a variable of the step.
    waking     ///< asleep until the beginning of the next step, for which the body wakes up
  };
  Phase phase = Phase::awake;  ///< current phase
  double time = 0.0;           ///< time for which the body has been slow
  /// Acceleration under the applied forces at the time at which the body fell asleep, and velocity
  /// that the body would have accumulated since then under constant support reactions. Only for
  /// sleeping bodies.
  base::Vec6 acceleration = base::Vec6::Zero(), accumulated_velocity = base::Vec6::Zero();

  /// Returns true if the body is asleep, including the last step before it wakes up.
  bool isAsleep() const { return phase == Phase::asleep || phase == Phase::waking; }
};

}  // namespace tenon::contact

#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Sleep criterion. The speed of a body is |v| + |w| r with its size r; it bounds the speeds of all
/// points.
struct Sleep {
  double velocity = 0.0;  ///< threshold of the speed below which bodies are slow; 0: no body sleeps
  double after = 0.0;     ///< time for which a body must be slow before it may fall asleep

  /// Returns true if bodies may fall asleep.
  bool isOn() const { return velocity > 0.0; }
  /// Returns the speed up to which driven bodies count as immobile.
  double still() const { return 1e-6 * velocity; }
};

/// Sleep state of a body.
struct Rest {
  /// Phase of the transition between motion and sleep.
  enum class State {
    moves,   ///< the body is awake
    stands,  ///< slow for long enough: the next step begins with zero velocity, as a test
    sleeps,  ///< asleep: no variable of the step
    stirs    ///< asleep until the beginning of the next step, for which the body wakes up
  };
  State state = State::moves;  ///< current phase
  double time = 0.0;           ///< time for which the body has been slow
  /// Acceleration under the applied forces at the time at which the body fell asleep, and velocity
  /// that the body would have accumulated since then under constant support reactions. Only for
  /// sleeping bodies.
  base::Vec6 acceleration = base::Vec6::Zero(), urge = base::Vec6::Zero();

  /// Returns true if the body is asleep, including the last step before it wakes up.
  bool isAsleep() const { return state == State::sleeps || state == State::stirs; }
};

}  // namespace tenon::contact

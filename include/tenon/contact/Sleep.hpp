#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// When bodies at rest fall asleep. The speed of a body is |v| + |w| r, r its size: how fast any of its points moves.
struct Sleep {
  double velocity = 0.0;  ///< slower than this is at rest; 0: nothing ever sleeps
  double after = 0.0;     ///< time at rest after which it may sleep

  bool isOn() const { return velocity > 0.0; }
  /// What is driven no faster than this stands.
  double still() const { return 1e-6 * velocity; }
};

/// How a body has come to rest.
struct Rest {
  enum class State {
    moves,
    stands,  ///< the next step begins with it at rest
    sleeps,
    stirs  ///< sleeps until the next step begins
  };
  State state = State::moves;
  double time = 0.0;  ///< for which it has been at rest
  /// Of what sleeps: the velocity that forces would give it in a unit of time when it fell asleep, and the one that it
  /// would have by now if what it rests on pushed as it did then.
  base::Vec6 acceleration = base::Vec6::Zero(), urge = base::Vec6::Zero();

  bool isAsleep() const { return state == State::sleeps || state == State::stirs; }
};

}  // namespace tenon::contact

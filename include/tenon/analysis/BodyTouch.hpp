#pragma once
#include <cstdint>

namespace tenon::analysis {

/// Two rigid bodies that touched in the last step, in one point: what results and checkpoints keep of it, and ranks
/// tell each other.
struct BodyTouch {
  std::int32_t objects[2];   ///< among those of the system
  std::int64_t bodies[2];    ///< their numbers in the objects
  double place[3];           ///< where the step began
  double normal[3];          ///< from the first body to the second one, of length 1
  double gap;                ///< along the normal; negative where they overlapped
  double place_on_first[3];  ///< the place in the first body's axes
  double force[3];           ///< of the first body on the second one: impulse over the length of the step
  double moment[3];          ///< likewise, that resists rolling and spinning
};

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace tenon::analysis {

/// Contact of two rigid bodies at one point in the last step, as stored in results and checkpoints
/// and exchanged between ranks.
struct BodyContact {
  std::int32_t objects[2];      ///< indices of the two objects in the system
  std::int64_t bodies[2];       ///< indices of the two bodies in their objects
  double position[3];           ///< contact point at the beginning of the step
  double normal[3];             ///< unit normal from the first to the second body
  double gap;                   ///< gap along the normal; negative if the bodies overlap
  double position_on_first[3];  ///< contact point in the body frame of the first body
  double force[3];              ///< force of the first on the second body: impulse divided by the step size
  double moment[3];             ///< moment against rolling and spinning: impulse divided by the step size
};

}  // namespace tenon::analysis

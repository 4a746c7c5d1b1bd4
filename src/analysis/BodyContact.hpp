// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>

namespace tenon::analysis {

/// Statistics of rigid contact since the beginning of a transient analysis.
struct ContactStatistics {
  long last = 0, most = 0;             ///< number of contacts in the last step; maximum over all steps
  long iterations = 0;                 ///< iterations of the contact solver, summed over all steps
  double complementarity = 0.0;        ///< last step: error of the impulses relative to the largest impulse
  double worst_complementarity = 0.0;  ///< maximum of `complementarity` over all steps
  double search_seconds = 0.0;         ///< time of contact detection on this rank [s]
  int deals = 0;                       ///< number of redistributions of the contact work among the ranks
  double share = 1.0;                  ///< load of the busiest rank relative to an equal share, at the last evaluation
  std::optional<long> asleep;          ///< number of sleeping bodies after the last step; empty if no bodies may sleep
};

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

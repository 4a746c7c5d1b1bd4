#pragma once
#include <optional>

namespace tenon::analysis {

/// Rigid bodies that touch, in a motion so far.
struct ContactStatistics {
  long last = 0, most = 0;       ///< contacts of the last step, and of any
  long iterations = 0;           ///< of all steps
  double complementarity = 0.0;  ///< of the last step: error of the impulses over the largest one
  double worst_complementarity = 0.0;
  double search_seconds = 0.0;  ///< of this rank
  int deals = 0;                ///< how often the work was dealt to the ranks anew
  double share = 1.0;           ///< of it: that of the busiest rank over the least possible
  std::optional<long> asleep;   ///< bodies, after the last step; of motions in which they may sleep
};

}  // namespace tenon::analysis

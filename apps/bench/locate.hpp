#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct LocateOptions {
  int points = 1000000;  ///< of all ranks together
  int n = 50;            ///< little boxes along each edge, 6 tetrahedra each
  int reps = 3;
};

/// Which of the reference tetrahedra hold points that lie anywhere in the cube, on whatever rank: making the search and
/// asking it, the median of `reps`. Prints one JSON line on the root. Collective.
void measureLocate(const base::Communicator& comm, const LocateOptions& options);

}  // namespace tenon::bench

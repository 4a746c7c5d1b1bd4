// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "regionMass.hpp"

namespace tenon::mass {

double ownedMass(const fem::Region& region, const la::State& state, double scale) {
  double sum = 0;
  forEachPart(region, state, scale, [&](const fem::RegionPart& part, const auto& kernel) {
    using Kernel = std::decay_t<decltype(kernel)>;
    for (base::LocalIndex first = 0; first < part.numOwned(); first += base::num_lanes) {
      base::Lane weight[Kernel::points], cell{};
      kernel.measures(first, weight);
      for (const base::Lane& w : weight) cell += w;
      for (int lane = 0; lane < std::min(base::num_lanes, part.numOwned() - first); ++lane) sum += cell[lane];
    }
  });
  return sum;
}

}  // namespace tenon::mass

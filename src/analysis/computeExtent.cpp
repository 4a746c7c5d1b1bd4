// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "computeExtent.hpp"

#include <algorithm>
#include <limits>

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::analysis {

using base::LocalIndex;

double computeExtent(const system::MechanicalSystem& mechanics) {
  constexpr double most = std::numeric_limits<double>::max();
  base::Vec3 low = base::Vec3::Constant(most), high = -low;
  for (const la::State* state : mechanics.states())
    for (LocalIndex node = 0; node < state->layout().numOwned(); ++node) {
      const base::Vec3 x = la::NodeFrame::of(*state, node).reference;
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
  double extent = 0.0;
  for (int c = 0; c < mechanics.dimension(); ++c)
    extent = std::max(extent, mechanics.comm().max(high[c]) - mechanics.comm().min(low[c]));
  return extent;
}

}  // namespace tenon::analysis

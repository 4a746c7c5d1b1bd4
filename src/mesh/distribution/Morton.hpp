// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::mesh {

/// Positions along a Morton (Z) curve through the bounding box of a mesh, divided into 2^14 steps
/// along each axis.
class MortonBox {
 public:
  static constexpr int bits_per_axis = 14;
  static constexpr int key_bits = 3 * bits_per_axis;

  /// Creates the bounding box of the points [n x 3] of all ranks. @note Collective.
  MortonBox(const base::Communicator& comm, const std::vector<double>& points) {
    for (std::size_t k = 0; k < 3; ++k) {
      double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
      for (std::size_t i = k; i < points.size(); i += 3) {
        low = std::min(low, points[i]);
        high = std::max(high, points[i]);
      }
      low_[k] = comm.min(low);
      const double width = comm.max(high) - low_[k];
      steps_[k] = width > 0.0 ? ((1 << bits_per_axis) - 1) / width : 0.0;
    }
  }

  std::uint64_t key(const std::array<double, 3>& point) const {
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < 3; ++k)
      key |= spreadBits(static_cast<std::uint64_t>(std::max(0.0, (point[k] - low_[k]) * steps_[k]))) << k;
    return key;
  }

 private:
  /// Inserts two zeros after each of the lowest bits of x.
  static std::uint64_t spreadBits(std::uint64_t x) {
    x = (x | (x << 32)) & 0x1f00000000ffffULL;
    x = (x | (x << 16)) & 0x1f0000ff0000ffULL;
    x = (x | (x << 8)) & 0x100f00f00f00f00fULL;
    x = (x | (x << 4)) & 0x10c30c30c30c30c3ULL;
    return (x | (x << 2)) & 0x1249249249249249ULL;
  }

  std::array<double, 3> low_, steps_;
};

}  // namespace tenon::mesh

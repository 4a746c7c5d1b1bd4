// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "tenon/fem/Region.hpp"

namespace tenon::system {

/// Two cells with a common face (in plane problems, with a common edge).
struct CellPair {
  std::int64_t first, second;  ///< numbers of the elements in the mesh file, in ascending order
  double weight;               ///< area of the face, divided by the distance of the centres
};

/// Returns the pairs of neighbouring cells of a region. Each pair is on exactly one rank.
/// @param mesh  mesh of the region
/// @note Collective.
std::vector<CellPair> cellPairs(const mesh::Mesh& mesh, const fem::Region& region);

}  // namespace tenon::system

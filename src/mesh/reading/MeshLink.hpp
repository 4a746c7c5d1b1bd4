// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::mesh {

/// Coupling of nodes of the same source or of two sources, given by two groups or by pairs of node
/// numbers.
struct MeshLink {
  std::size_t first, second;                      ///< indices of the sources
  std::string first_group, second_group;          ///< groups of coupled nodes
  std::vector<std::array<std::int64_t, 2>> tags;  ///< pairs of coupled node numbers
};

}  // namespace tenon::mesh

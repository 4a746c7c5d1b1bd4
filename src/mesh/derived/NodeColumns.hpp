// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Two linked nodes, by local numbers.
using NodePair = std::pair<LocalIndex, LocalIndex>;

/// Connected components of linked nodes, over any distance and across ranks.
struct NodeColumns {
  std::vector<std::int64_t> lowest;  ///< [local nodes] lowest position in the file among the linked nodes
  /// [local nodes] true if the number of links to the lowest node is odd (along one of several
  /// paths)
  std::vector<char> is_odd;
};

/// Returns the connected components. The number of exchanges is the number of rank boundaries that
/// links cross.
/// @param links  all links that contain a node of this rank
/// @note Collective.
NodeColumns linkNodes(const Mesh& mesh, const std::vector<NodePair>& links);

}  // namespace tenon::mesh

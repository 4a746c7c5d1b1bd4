// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::constraint {

/// Relation of two vertices of a graph, given by their numbers: equal or different colours.
struct ColourRelation {
  std::int64_t one, other;
  bool differ;
};

/// Result of twoColouring().
struct Colouring {
  std::map<std::int64_t, int> colours;  ///< 0 or 1, of the vertices in this rank's relations
  /// Lowest vertex of a connected part that is not two-colourable, because of a cycle with an odd
  /// number of differences. The same on all ranks.
  std::optional<std::int64_t> impossible;
};

/// Colours the vertices of a graph whose relations are distributed over the ranks in any way. The
/// lowest vertex of each connected part has the colour 0, so that the result is independent of the
/// partition and of the order.
///
/// Each rank has a union-find structure with parities; parts adopt the lowest label of their
/// vertices on any rank, in as many exchanges as a part crosses ranks.
/// @see Galil and Italiano, ACM Comput. Surv. 23 (1991), 319-344
/// @note Collective.
Colouring twoColouring(const base::Communicator& comm, const std::vector<ColourRelation>& relations);

}  // namespace tenon::constraint

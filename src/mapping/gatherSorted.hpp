// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Index.hpp"

namespace tenon::mapping {

/// Node and its weight in a mean.
struct WeightedNode {
  std::int64_t position;  ///< position in the mesh file
  base::GlobalIndex node;
  double weight;
};

/// Gathers the items of all ranks, ordered by `position`, on the rank with the most items (the
/// lowest such rank); other ranks receive nothing.
/// @note Collective.
template <class Item>
std::vector<Item> gatherSorted(const base::Communicator& comm, const std::vector<Item>& mine) {
  const auto counts = comm.gather(mine.size());
  const auto most = static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  std::vector<std::vector<Item>> outgoing(counts.size());
  outgoing[most] = mine;
  std::vector<Item> all;
  for (const auto& from_rank : comm.exchange(outgoing)) all.insert(all.end(), from_rank.begin(), from_rank.end());
  std::sort(all.begin(), all.end(), [](const Item& a, const Item& b) { return a.position < b.position; });
  return all;
}

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DerivedNodes.hpp"

#include <algorithm>

namespace tenon::mesh {

DerivedNodes::DerivedNodes(const Mesh& source)
    : source_(source), of_node_(static_cast<std::size_t>(source.layout().numLocal()), -1) {}

std::size_t DerivedNodes::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const LocalIndex node : key)
    hash = (hash ^ static_cast<std::uint64_t>(static_cast<std::uint32_t>(node))) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32);
}

LocalIndex DerivedNodes::add(std::size_t block, LocalIndex cell, NodeSite site) {
  const CellBlock& cells = source_.blocks()[block];
  const LocalIndex* nodes = cells.nodesOf(cell);
  const auto place = [&](LocalIndex node) { return source_.nodePositions()[static_cast<std::size_t>(node)]; };
  Key key;
  key.fill(-1);
  std::size_t count = 0;
  for (int v = 0; v < info(cells.type).num_vertices; ++v)
    if ((site & (NodeSite{1} << static_cast<unsigned>(v))) != 0) {
      std::size_t at = count++;
      for (; at > 0 && place(key[at - 1]) > place(nodes[v]); --at) key[at] = key[at - 1];
      key[at] = nodes[v];
    }
  LocalIndex* known = nullptr;
  if (count == 1) {
    known = &of_node_[static_cast<std::size_t>(key[0])];
  } else {
    known = &of_key_.emplace(key, -1).first->second;
  }
  if (*known >= 0) return *known;

  *known = size();
  keys_.push_back(key);
  num_vertices_.push_back(static_cast<std::int8_t>(count));
  const auto old_size = static_cast<std::ptrdiff_t>(weights_.size());
  for (const auto& [at, weight] : mesh::weightsOf(cells.type, site)) weights_.emplace_back(nodes[at], weight);
  std::sort(weights_.begin() + old_size, weights_.end(),
            [&](const auto& a, const auto& b) { return place(a.first) < place(b.first); });
  starts_.push_back(weights_.size());
  return *known;
}

}  // namespace tenon::mesh

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "WorstNode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using system::Body;

constexpr double infinite = std::numeric_limits<double>::infinity();

double sizeOf(double value) {
  return std::isfinite(value) ? std::abs(value) : infinite;
}

bool isWorse(const WorstNode& one, const WorstNode& other) {
  if (one.size != other.size) return one.size > other.size;
  if (one.body != other.body) return one.body < other.body;
  return std::pair(one.node, one.component) < std::pair(other.node, other.component);
}

/// Returns flags of the local nodes with a value that is not finite.
std::vector<char> withoutNumbers(const Body& body, const std::vector<double>& values) {
  const auto block = static_cast<std::size_t>(body.state().block());
  std::vector<char> flags(values.size() / block, 0);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) flags[i / block] = 1;
  return flags;
}

/// Returns the lowest element of this rank whose nodes are all flagged.
std::int64_t lowestElement(const Body& body, const std::vector<char>& flags) {
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  for (const mesh::CellBlock& block : body.mesh().blocks()) {
    const mesh::CellTypeInfo& info = mesh::info(block.type);
    if (info.dimension == 0 || info.dimension != body.mesh().dimension()) continue;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      const LocalIndex* nodes = block.nodesOf(cell);
      if (std::all_of(nodes, nodes + info.num_nodes, [&](LocalIndex n) { return flags[static_cast<std::size_t>(n)]; }))
        lowest = std::min(lowest, block.tags[static_cast<std::size_t>(cell)]);
    }
  }
  return lowest;
}

}  // namespace

bool WorstNode::isFinite() const {
  return std::isfinite(size);
}

std::string WorstNode::text(const system::MechanicalSystem& mechanics) const {
  const Body& of = *mechanics.bodies()[body];
  const std::string cell = element < 0 ? "" : fmt::format(" (element {})", element);
  if (of.state().block() == 1) return fmt::format("node {} of object '{}'{}", node, of.name(), cell);
  return fmt::format("component {} of node {} of object '{}'{}", la::dofName(of.state(), component), node, of.name(),
                     cell);
}

WorstNode WorstNode::of(const system::MechanicalSystem& mechanics, const std::vector<std::vector<double>>& values) {
  WorstNode mine;
  mine.size = -1.0;
  for (std::size_t b = 0; b < values.size(); ++b) {
    const Body& body = *mechanics.bodies()[b];
    const int block = body.state().block();
    for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node)
      for (int i = 0; i < block; ++i) {
        const WorstNode here{sizeOf(values[b][static_cast<std::size_t>(node * block + i)]), b,
                             body.mesh().nodeTags()[static_cast<std::size_t>(node)], i};
        if (isWorse(here, mine)) mine = here;
      }
  }
  WorstNode worst = mine;
  for (const WorstNode& other : mechanics.comm().gather(mine))
    if (isWorse(other, worst)) worst = other;
  if (worst.isFinite()) return worst;
  const Body& body = *mechanics.bodies()[worst.body];
  const std::int64_t lowest =
      mechanics.comm().min(static_cast<long>(lowestElement(body, withoutNumbers(body, values[worst.body]))));
  if (lowest != std::numeric_limits<std::int64_t>::max()) worst.element = lowest;
  return worst;
}

}  // namespace tenon::analysis

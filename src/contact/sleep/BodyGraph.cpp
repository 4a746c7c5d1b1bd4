// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BodyGraph.hpp"

#include <algorithm>

namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::LocalIndex;

constexpr int highest_level = 2;

la::Layout layoutOf(const la::Layout& own, const std::vector<BodyGraph::BodyPair>& pairs) {
  std::vector<GlobalIndex> ghosts;
  for (const BodyGraph::BodyPair& pair : pairs)
    for (const GlobalIndex body : pair)
      if (!own.isOwned(body)) ghosts.push_back(body);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  return {own.comm(), own.numOwned(), std::move(ghosts)};
}

LocalIndex rootOf(std::vector<LocalIndex>& parents, LocalIndex body) {
  const auto parent = [&](LocalIndex of) -> LocalIndex& { return parents[static_cast<std::size_t>(of)]; };
  while (parent(body) != body) body = parent(body) = parent(parent(body));
  return body;
}

}  // namespace

/// Data of the bodies that are present on this rank, [local bodies].
struct BodyGraph::Known {
  std::vector<char> connects, levels;
  // Parents in a forest with one tree for each connected part of the graph of this rank.
  std::vector<LocalIndex> parents;

  char& levelOf(LocalIndex body) { return levels[static_cast<std::size_t>(body)]; }
  bool areConnected(const std::array<LocalIndex, 2>& pair) const {
    return connects[static_cast<std::size_t>(pair[0])] != 0 && connects[static_cast<std::size_t>(pair[1])] != 0;
  }
};

BodyGraph::BodyGraph(const la::Layout& own, const std::vector<BodyPair>& pairs)
    : layout_(layoutOf(own, pairs)), halo_(layout_) {
  for (const BodyPair& pair : pairs) pairs_.push_back({layout_.local(pair[0]), layout_.local(pair[1])});
}

// Raises all bodies of a tree to its highest level, within this rank.
void BodyGraph::raiseLevels(Known& known) const {
  std::vector<char> highest(known.levels.size(), 0);
  for (LocalIndex body = 0; body < layout_.numLocal(); ++body) {
    char& level = highest[static_cast<std::size_t>(rootOf(known.parents, body))];
    level = std::max(level, known.levelOf(body));
  }
  for (LocalIndex body = 0; body < layout_.numLocal(); ++body)
    known.levelOf(body) = highest[static_cast<std::size_t>(rootOf(known.parents, body))];
}

// Exchanges levels: owners take the highest level of any rank and send it to the ghosts. Returns
// true if a level of this rank has changed.
// @note Collective.
bool BodyGraph::synchroniseLevels(Known& known) const {
  // [local bodies x 2] 1 if the level is at least 1, at least 2.
  std::vector<int> reaches(highest_level * known.levels.size(), 0);
  for (std::size_t b = 0; b < known.levels.size(); ++b)
    for (int level = 1; level <= known.levels[b]; ++level)
      reaches[highest_level * b + static_cast<std::size_t>(level) - 1] = 1;
  halo_.addGhostsToOwners<int>(reaches, highest_level);
  halo_.updateGhosts<int>(reaches, highest_level);
  bool has_changed = false;
  for (std::size_t b = 0; b < known.levels.size(); ++b) {
    const char level = reaches[highest_level * b + 1] > 0 ? 2 : reaches[highest_level * b] > 0 ? 1 : 0;
    has_changed = has_changed || level != known.levels[b];
    known.levels[b] = level;
  }
  return has_changed;
}

// Propagates the levels of bodies without the flag to adjacent bodies, then merges the trees of
// connected bodies, within this rank.
void BodyGraph::connect(Known& known) const {
  for (LocalIndex body = 0; body < layout_.numLocal(); ++body) known.parents.push_back(body);
  const std::vector<char> before = known.levels;
  for (const auto& pair : pairs_) {
    for (const std::size_t side : {0u, 1u}) {
      const LocalIndex body = pair[side], other = pair[1 - side];
      if (known.connects[static_cast<std::size_t>(body)] != 0)
        known.levelOf(body) = std::max(known.levelOf(body), before[static_cast<std::size_t>(other)]);
    }
    if (known.areConnected(pair))
      known.parents[static_cast<std::size_t>(rootOf(known.parents, pair[0]))] = rootOf(known.parents, pair[1]);
  }
}

std::vector<char> BodyGraph::propagate(const std::vector<char>& connects, std::vector<char>& levels) const {
  Known known{connects, levels, {}};
  known.connects.resize(static_cast<std::size_t>(layout_.numLocal()));
  known.levels.resize(known.connects.size());
  halo_.updateGhosts<char>(known.connects, 1);
  halo_.updateGhosts<char>(known.levels, 1);
  connect(known);
  do raiseLevels(known);
  while (layout_.comm().any(synchroniseLevels(known)));
  std::copy_n(known.levels.begin(), levels.size(), levels.begin());
  std::vector<char> of_pairs;
  for (const auto& pair : pairs_) {
    char level = 0;
    for (const LocalIndex body : pair)
      if (known.connects[static_cast<std::size_t>(body)] != 0) level = std::max(level, known.levelOf(body));
    of_pairs.push_back(level);
  }
  return of_pairs;
}

std::vector<char> BodyGraph::pairsOf(const std::vector<char>& marked) const {
  std::vector<char> known = marked, pairs;
  known.resize(static_cast<std::size_t>(layout_.numLocal()));
  halo_.updateGhosts<char>(known, 1);
  for (const auto& [a, b] : pairs_)
    pairs.push_back(known[static_cast<std::size_t>(a)] != 0 || known[static_cast<std::size_t>(b)] != 0 ? 1 : 0);
  return pairs;
}

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "twoColouring.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tenon::constraint {
namespace {

constexpr std::int64_t no_vertex = std::numeric_limits<std::int64_t>::max();

/// Connected parts of the vertices in this rank's relations.
class Parts {
 public:
  explicit Parts(const std::vector<ColourRelation>& relations) {
    for (const ColourRelation& relation : relations)
      for (const std::int64_t vertex : {relation.one, relation.other}) numbers_.emplace(vertex, numbers_.size());
    vertices_.resize(numbers_.size());
    for (const auto& [vertex, number] : numbers_) vertices_[number] = {number, 0, vertex, 0};
    for (const ColourRelation& relation : relations)
      join(numbers_.at(relation.one), numbers_.at(relation.other), relation.differ ? 1 : 0);
  }

  const std::map<std::int64_t, std::size_t>& numbers() const { return numbers_; }
  /// Returns the lowest label of a part with a contradiction.
  std::int64_t contradiction() {
    std::int64_t lowest = no_vertex;
    for (const std::size_t vertex : contradictory_) lowest = std::min(lowest, colourOf(vertex).first);
    return lowest;
  }
  void contradict(std::size_t vertex) { contradictory_.push_back(vertex); }

  /// Returns the label of a vertex's part and the colour of the vertex relative to it.
  std::pair<std::int64_t, int> colourOf(std::size_t vertex) {
    const auto [root, colour] = rootOf(vertex);
    return {vertices_[root].label, colour ^ vertices_[root].colour};
  }

  /// Updates the part of a vertex with information from another rank. Returns true if the label of
  /// the part changes.
  bool hear(std::size_t vertex, std::int64_t label, int colour) {
    const auto [root, of_vertex] = rootOf(vertex);
    Vertex& part = vertices_[root];
    if (label == part.label && colour != (of_vertex ^ part.colour)) contradict(vertex);
    if (label >= part.label) return false;
    part.label = label;
    part.colour = colour ^ of_vertex;
    return true;
  }

 private:
  struct Vertex {
    std::size_t parent;
    int to_parent;       // 1 if the colours differ
    std::int64_t label;  // for a root: lowest known vertex of its part
    int colour;          // for a root: colour relative to the label
  };

  std::pair<std::size_t, int> rootOf(std::size_t vertex) {
    std::size_t root = vertex;
    int colour = 0;
    for (; vertices_[root].parent != root; root = vertices_[root].parent) colour ^= vertices_[root].to_parent;
    for (int left = colour; vertices_[vertex].parent != root && vertex != root;) {  // path compression
      Vertex& on_the_way = vertices_[vertex];
      vertex = std::exchange(on_the_way.parent, root);
      left ^= std::exchange(on_the_way.to_parent, left);
    }
    return {root, colour};
  }

  void join(std::size_t one, std::size_t other, int differ) {
    const auto [root, colour] = rootOf(one);
    const auto [other_root, other_colour] = rootOf(other);
    const int between = colour ^ other_colour ^ differ;
    if (root == other_root) {
      if (between != 0) contradict(root);
      return;
    }
    const bool keeps = vertices_[root].label < vertices_[other_root].label;
    Vertex& child = vertices_[keeps ? other_root : root];
    child.parent = keeps ? root : other_root;
    child.to_parent = between;
  }

  std::map<std::int64_t, std::size_t> numbers_;
  std::vector<Vertex> vertices_;
  std::vector<std::size_t> contradictory_;
};

struct ColourRequest {
  std::int64_t vertex, label;
  int colour;
  bool contradicts;
};

}  // namespace

Colouring twoColouring(const base::Communicator& comm, const std::vector<ColourRelation>& relations) {
  Parts parts(relations);
  const auto size = static_cast<std::size_t>(comm.size());
  for (bool changes = true; comm.any(changes);) {
    changes = false;
    std::vector<std::vector<ColourRequest>> to(size);
    for (const auto& [vertex, number] : parts.numbers()) {
      const auto [label, colour] = parts.colourOf(number);
      to[static_cast<std::size_t>(vertex < 0 ? 0 : vertex) % size].push_back({vertex, label, colour, false});
    }
    auto heard = comm.exchange(to);
    std::map<std::int64_t, ColourRequest> lowest;
    for (const auto& from_rank : heard)
      for (const ColourRequest& said : from_rank) {
        ColourRequest& known = lowest.emplace(said.vertex, said).first->second;
        if (said.label < known.label)
          known = said;
        else if (said.label == known.label && said.colour != known.colour)
          known.contradicts = true;
      }
    for (auto& from_rank : heard)
      for (ColourRequest& said : from_rank) said = lowest.at(said.vertex);
    for (const auto& from_home : comm.exchange(heard))
      for (const ColourRequest& said : from_home) {
        const std::size_t number = parts.numbers().at(said.vertex);
        if (said.contradicts) parts.contradict(number);
        if (parts.hear(number, said.label, said.colour)) changes = true;
      }
  }
  Colouring colouring;
  for (const auto& [vertex, number] : parts.numbers()) colouring.colours[vertex] = parts.colourOf(number).second;
  const std::int64_t contradiction = comm.min(parts.contradiction());
  if (contradiction != no_vertex) colouring.impossible = contradiction;
  return colouring;
}

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Couplings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

/// Returns the body to which a force belongs; nullptr for an interaction.
const Body* bodyOf(const StateSet& movable, const force::ForceField& force) {
  for (const Body* body : movable.bodies)
    for (const auto& own : body->forces)
      if (own.get() == &force) return body;
  return nullptr;
}

void sortUnique(std::vector<LocalIndex>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

std::vector<LocalIndex> NodeNumbering::startsOf(const std::vector<la::State*>& states) {
  std::vector<LocalIndex> starts{0};
  for (const la::State* state : states) starts.push_back(starts.back() + state->layout().numLocal());
  return starts;
}

NodeNumbering::NodeNumbering(std::vector<la::State*> states) : states_(std::move(states)), starts_(startsOf(states_)) {}

LocalIndex NodeNumbering::number(const la::State& state, LocalIndex node) const {
  const auto found = std::find(states_.begin(), states_.end(), &state);
  base::ensure(found != states_.end(), "State \"" + state.name() + "\" does not belong to this system.");
  return starts_[static_cast<std::size_t>(found - states_.begin())] + node;
}

std::size_t NodeNumbering::stateOf(LocalIndex number) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), number) - starts_.begin()) - 1;
}

Couplings::Couplings(const StateSet& movable, const force::ForceField& force)
    : nodes_(movable.states),
      rows_(static_cast<std::size_t>(nodes_.size())),
      columns_(rows_.size()),
      distances_(rows_.size(), 0.0) {
  base::runCollectively(movable.comm(), [&] { addSets(movable, force); });
  order();
  colour();
  measure(movable.comm());
}

void Couplings::addSets(const StateSet& movable, const force::ForceField& force) {
  if (const auto sets = force.couplings()) {
    std::vector<LocalIndex> numbers;
    for (const auto& set : *sets) {
      numbers.clear();
      for (const auto& [state, node] : set) numbers.push_back(nodes_.number(*state, node));
      couple(numbers);
    }
    return;
  }
  const Body* const body = bodyOf(movable, force);
  if (body == nullptr)
    throw base::InputError(
        fmt::format("The interaction '{}' does not implement its derivative, and finite differences need the nodes "
                    "that it couples: implement addStiffness() and addDamping(), or couplings().",
                    force.name()));
  addCells(*body);
}

void Couplings::addCells(const Body& body) {
  const LocalIndex start = nodes_.number(body.state(), 0);
  std::vector<LocalIndex> numbers;
  for (const auto& block : body.mesh().blocks())
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      const LocalIndex* const cell_nodes = block.nodesOf(cell);
      numbers.assign(cell_nodes, cell_nodes + mesh::info(block.type).num_nodes);
      for (LocalIndex& number : numbers) number += start;
      couple(numbers);
    }
}

void Couplings::couple(const std::vector<LocalIndex>& set) {
  for (const LocalIndex row : set) {
    if (!nodes_.isOwned(row)) continue;
    auto& columns = rows_[static_cast<std::size_t>(row)];
    columns.insert(columns.end(), set.begin(), set.end());
  }
}

void Couplings::order() {
  for (LocalIndex row = 0; row < nodes_.size(); ++row) {
    sortUnique(rows_[static_cast<std::size_t>(row)]);
    for (const LocalIndex column : this->row(row)) columns_[static_cast<std::size_t>(column)].push_back(row);
  }
}

// Assigns colours greedily: each node receives the first colour that is not used by a node with
// which it shares a row. Only the rows of this rank matter, because ghosts are perturbed here
// independently of their owners.
void Couplings::colour() {
  std::vector<int> colours(rows_.size(), -1);
  // [colour] the last node for which the colour was found to be taken
  std::vector<LocalIndex> taken_by;
  for (LocalIndex node = 0; node < nodes_.size(); ++node) {
    if (column(node).empty()) continue;
    for (const LocalIndex row : column(node))
      for (const LocalIndex other : this->row(row)) {
        const int colour = colours[static_cast<std::size_t>(other)];
        if (colour >= 0) taken_by[static_cast<std::size_t>(colour)] = node;
      }
    const auto free = std::find_if(taken_by.begin(), taken_by.end(), [&](LocalIndex by) { return by != node; });
    const auto chosen = static_cast<std::size_t>(free - taken_by.begin());
    if (free == taken_by.end()) {
      taken_by.push_back(-1);
      colours_.emplace_back();
    }
    colours[static_cast<std::size_t>(node)] = static_cast<int>(chosen);
    colours_[chosen].push_back(node);
  }
}

double Couplings::nearest(LocalIndex node) const {
  const std::size_t s = nodes_.stateOf(node);
  const auto place = [&](LocalIndex number, int component) {
    const std::size_t t = nodes_.stateOf(number);
    const la::State& state = *nodes_.states()[t];
    return state
        .reference()[static_cast<std::size_t>(number - nodes_.start(t)) * static_cast<std::size_t>(state.block()) +
                     static_cast<std::size_t>(component)];
  };
  double shortest = std::numeric_limits<double>::infinity();
  for (const LocalIndex other : row(node)) {
    const int components = std::min({nodes_.states()[s]->block(), nodes_.states()[nodes_.stateOf(other)]->block(), 3});
    double square = 0.0;
    for (int i = 0; i < components; ++i) square += std::pow(place(node, i) - place(other, i), 2);
    if (square > 0.0) shortest = std::min(shortest, std::sqrt(square));
  }
  return shortest;
}

// Computes the distances. Owners store all couplings of their nodes. For a node without a coupled
// node at another position, the distance is the largest reference coordinate of all states.
void Couplings::measure(const base::Communicator& comm) {
  double extent = 0.0;
  for (const auto* state : nodes_.states())
    for (const double x : state->reference()) extent = std::max(extent, std::abs(x));
  extent = comm.max(extent);
  if (extent == 0.0) extent = 1.0;
  for (std::size_t s = 0; s < nodes_.states().size(); ++s) {
    const la::State& state = *nodes_.states()[s];
    const gsl::span<double> distances =
        gsl::span<double>(distances_)
            .subspan(static_cast<std::size_t>(nodes_.start(s)), static_cast<std::size_t>(state.layout().numLocal()));
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node) {
      const double shortest = nearest(nodes_.start(s) + node);
      distances[static_cast<std::size_t>(node)] = std::isfinite(shortest) ? shortest : extent;
    }
    state.halo().updateGhosts(distances, 1);
  }
}

}  // namespace tenon::system

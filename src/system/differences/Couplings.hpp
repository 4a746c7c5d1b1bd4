// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "system/differences/StateSet.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

/// Local numbering of the nodes of several states: state by state, ghosts included.
class NodeNumbering {
 public:
  explicit NodeNumbering(std::vector<la::State*> states);
  const std::vector<la::State*>& states() const { return states_; }
  LocalIndex size() const { return starts_.back(); }
  /// Returns true if a state has obtained additional ghosts.
  bool isOutdated() const { return startsOf(states_) != starts_; }
  LocalIndex start(std::size_t state) const { return starts_[state]; }
  LocalIndex number(const la::State& state, LocalIndex node) const;
  std::size_t stateOf(LocalIndex number) const;
  bool isOwned(LocalIndex number) const {
    const std::size_t s = stateOf(number);
    return states_[s]->layout().isOwned(number - starts_[s]);
  }

 private:
  static std::vector<LocalIndex> startsOf(const std::vector<la::State*>& states);
  std::vector<la::State*> states_;
  std::vector<LocalIndex> starts_;
};

/// Couplings of nodes by forces: the nodes on which the forces at the nodes of this rank depend,
/// and a colouring of these nodes. Two nodes of one colour never act on the same owned node.
class Couplings {
 public:
  /// Collects the couplings and colours the nodes.
  /// @throws InputError if an interaction does not declare the nodes that it couples
  /// @note Collective.
  Couplings(const StateSet& movable, const force::ForceField& force);

  bool isOutdated() const { return nodes_.isOutdated(); }

  const NodeNumbering& nodes() const { return nodes_; }
  /// Returns the nodes on which the force at an owned node depends, in ascending order; none for
  /// ghosts.
  const std::vector<LocalIndex>& row(LocalIndex node) const { return rows_[static_cast<std::size_t>(node)]; }
  /// Returns the owned nodes on which a node acts, in ascending order.
  const std::vector<LocalIndex>& column(LocalIndex node) const { return columns_[static_cast<std::size_t>(node)]; }
  /// Returns the nodes of one colour; each rank has its own colours.
  const std::vector<LocalIndex>& ofColour(int colour) const { return colours_[static_cast<std::size_t>(colour)]; }
  int numColours() const { return static_cast<int>(colours_.size()); }
  /// Returns the distance of a node to the nearest node with which it is coupled, the same on all
  /// ranks that store the node.
  double distance(LocalIndex node) const { return distances_[static_cast<std::size_t>(node)]; }

 private:
  void couple(const std::vector<LocalIndex>& set);
  void addSets(const StateSet& movable, const force::ForceField& force);
  void addCells(const Body& body);
  void order();
  void colour();
  void measure(const base::Communicator& comm);
  double nearest(LocalIndex node) const;

  NodeNumbering nodes_;
  std::vector<std::vector<LocalIndex>> rows_, columns_, colours_;
  std::vector<double> distances_;
};

}  // namespace tenon::system

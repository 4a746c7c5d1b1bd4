#pragma once
#include <vector>

#include "tenon/system/Body.hpp"
#include "tenon/system/Differences.hpp"
#include "tenon/system/MappingGraph.hpp"

namespace tenon::system {

/// Nodes of several states as one local numbering: state by state, ghosts included.
class NodeNumbering {
 public:
  explicit NodeNumbering(std::vector<la::State*> states);
  const std::vector<la::State*>& states() const { return states_; }
  LocalIndex size() const { return starts_.back(); }
  /// Whether a state has got ghosts since.
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

/// Which nodes the forces on this rank's nodes depend on, and colours of those nodes: two of one colour never act on
/// the same owned node.
class Couplings {
 public:
  /// Collective. InputError for an interaction that does not say which nodes it couples.
  Couplings(const Movable& movable, const force::ForceField& force);

  bool isOutdated() const { return nodes_.isOutdated(); }

  const NodeNumbering& nodes() const { return nodes_; }
  /// Nodes that the force on an owned node depends on, ascending; none for ghosts.
  const std::vector<LocalIndex>& row(LocalIndex node) const { return rows_[static_cast<std::size_t>(node)]; }
  /// Owned nodes that a node acts on, ascending.
  const std::vector<LocalIndex>& column(LocalIndex node) const { return columns_[static_cast<std::size_t>(node)]; }
  /// Nodes of one colour; each rank has colours of its own.
  const std::vector<LocalIndex>& ofColour(int colour) const { return colours_[static_cast<std::size_t>(colour)]; }
  int numColours() const { return static_cast<int>(colours_.size()); }
  /// Distance of a node to the nearest other one it is coupled with, the same on every rank that knows it.
  double distance(LocalIndex node) const { return distances_[static_cast<std::size_t>(node)]; }

 private:
  void couple(const std::vector<LocalIndex>& set);
  void addSets(const Movable& movable, const force::ForceField& force);
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

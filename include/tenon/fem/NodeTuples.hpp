#pragma once
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/la/Accumulator.hpp"

namespace tenon::fem {

using base::GlobalIndex;
using base::LocalIndex;

/// Nodes that belong together wherever they live: the ends of a spring, the corners of an angle. Place p of every tuple
/// is a node of the p-th object; the objects may be the same or not.
///
/// Every tuple is *known* on each rank that owns one of its nodes, the others being ghosts there, so that each rank
/// computes complete rows of its own nodes and nothing is communicated. It is *owned* by the rank that owns its first
/// node: for energies and counts. Tuples stand in the order of their nodes in the mesh files, so that forces on a node
/// are summed in an order that does not depend on the partition.
class NodeTuples {
 public:
  /// Collective. `nodes`: [tuples x objects.size()] global numbers in the objects' layouts. Each tuple is given by one
  /// rank, whichever; the same nodes given twice are two tuples. Adds ghosts to the objects' states.
  NodeTuples(const std::vector<const Domain*>& objects, const std::vector<GlobalIndex>& nodes);

  LocalIndex size() const { return static_cast<LocalIndex>(is_owned_.size()); }
  /// Local nodes of tuple i, [objects].
  const LocalIndex* operator[](LocalIndex i) const { return nodes_.data() + static_cast<std::size_t>(i) * num_places_; }
  bool isOwned(LocalIndex i) const { return is_owned_[static_cast<std::size_t>(i)] != 0; }

  /// Collective. Values of all tuples known here, [tuples x per_tuple], from those of the owned ones, one after the other.
  std::vector<double> fromOwners(gsl::span<const double> owned, int per_tuple) const;

  /// The tuples as elements for accumulators: whole, where all places are of one object; and their nodes in one place.
  /// Lives as long as this.
  la::ElementTable table() const { return {nodes_.data(), static_cast<int>(num_places_), size()}; }
  la::ElementTable table(std::size_t place) const { return {of_place_[place].data(), 1, size()}; }

 private:
  std::vector<GlobalIndex> deal(const std::vector<const Domain*>& objects, const std::vector<GlobalIndex>& nodes) const;

  base::Communicator comm_;
  std::size_t num_places_;
  std::vector<LocalIndex> nodes_;                  // [tuples][places]
  std::vector<std::vector<LocalIndex>> of_place_;  // [places][tuples]
  std::vector<char> is_owned_;
  std::vector<int> owners_;  // ranks that own the nodes, [tuples][places]
};

/// Place of every local node of an object's state in the mesh file, further ghosts included, from 0. Collective.
std::vector<long long> positionsOf(const Domain& domain);

}  // namespace tenon::fem

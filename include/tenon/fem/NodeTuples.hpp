// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::fem {

using base::GlobalIndex;
using base::LocalIndex;

/// Distributed tuples of nodes, such as the two ends of a spring or the three nodes that define an
/// angle. Entry p of every tuple is a node of the p-th object and may be owned by any rank. Several
/// entries may refer to the same object.
///
/// A tuple is *stored* on each rank that owns at least one of its nodes; its other nodes are ghost
/// nodes on this rank. Each rank can therefore compute the complete matrix rows of its own nodes
/// without communication. A tuple is *owned* by the rank that owns its first node, so that energies
/// and counts include it once. Tuples are sorted by the positions of their nodes in the mesh files.
/// The order of summation of nodal forces is therefore independent of the partition.
/// @see ADR 1
class NodeTuples {
 public:
  /// Distributes the tuples and adds the required ghost nodes to the states of the objects.
  /// @param objects  object of each entry of a tuple
  /// @param nodes  [tuples × objects.size()] global node numbers in the layouts of the objects.
  ///   Each tuple must be passed on one rank only, which may be any rank. Duplicate tuples are
  ///   kept.
  /// @throws InternalError if the last tuple is incomplete
  /// @note Collective.
  NodeTuples(const std::vector<const Domain*>& objects, const std::vector<GlobalIndex>& nodes);

  /// Returns the number of tuples stored on this rank.
  LocalIndex size() const { return static_cast<LocalIndex>(is_owned_.size()); }
  /// Returns the local nodes of tuple i, [objects].
  const LocalIndex* operator[](LocalIndex i) const { return nodes_.data() + static_cast<std::size_t>(i) * tuple_size_; }
  /// Returns true if tuple i is owned by this rank.
  bool isOwned(LocalIndex i) const { return is_owned_[static_cast<std::size_t>(i)] != 0; }

  /// Sends the values of tuples from their owners to all ranks that store the tuples.
  /// @param owned  [owned tuples × per_tuple] values of the owned tuples, in the order of the
  ///   tuples
  /// @param per_tuple  number of values for each tuple
  /// @return [size() × per_tuple] values of all tuples stored on this rank
  /// @note Collective.
  std::vector<double> valuesFromOwners(gsl::span<const double> owned, int per_tuple) const;

  /// Returns the tuples as an element table for accumulators. All nodes must belong to the same
  /// object. The table is valid as long as this NodeTuples object exists.
  la::ElementTable table() const { return {nodes_.data(), static_cast<int>(tuple_size_), size()}; }
  /// Returns an element table with one node per element, namely the given entry of each tuple. The
  /// table is valid as long as this object exists.
  /// @param position  index of the entry, from 0
  la::ElementTable table(std::size_t position) const { return {nodes_at_position_[position].data(), 1, size()}; }

 private:
  std::vector<GlobalIndex> distribute(const std::vector<const Domain*>& objects,
                                      const std::vector<GlobalIndex>& nodes) const;

  base::Communicator comm_;
  std::size_t tuple_size_;
  std::vector<LocalIndex> nodes_;                           // [tuples][positions] local nodes
  std::vector<std::vector<LocalIndex>> nodes_at_position_;  // [positions][tuples] local nodes
  std::vector<char> is_owned_;
  std::vector<int> owners_;  // ranks that own the nodes, [tuples][positions]
};

/// Returns the zero-based position in the mesh file of each local node of an object's state,
/// including additional ghost nodes.
/// @return [local nodes] positions
/// @note Collective.
std::vector<long long> positionsOf(const Domain& domain);

}  // namespace tenon::fem

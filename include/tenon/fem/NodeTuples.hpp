// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::fem {

using base::GlobalIndex;
using base::LocalIndex;

/// Tuples of nodes on any ranks, such as the ends of a spring or the corners of an angle. Position
/// p of every tuple contains a node of the p-th object. The objects may coincide.
///
/// Every tuple is *stored* on each rank that owns one of its nodes; the other nodes are ghost nodes
/// there. Each rank therefore computes complete rows of its own nodes without communication. A
/// tuple is *owned* by the rank that owns its first node, for energies and counts. Tuples are
/// sorted by the positions of their nodes in the mesh files, so that the order in which forces on a
/// node are summed is independent of the partition.
/// @see ADR 1
class NodeTuples {
 public:
  /// Distributes the tuples and adds the required ghost nodes to the states of the objects.
  /// @param objects  object of each position of a tuple
  /// @param nodes  [tuples × objects.size()] global numbers in the layouts of the objects. Each
  /// tuple is given by exactly one arbitrary rank; the same nodes given twice are two tuples.
  /// @throws InternalError if the last tuple is incomplete.
  /// @note Collective.
  NodeTuples(const std::vector<const Domain*>& objects, const std::vector<GlobalIndex>& nodes);

  /// Returns the number of tuples stored on this rank.
  LocalIndex size() const { return static_cast<LocalIndex>(is_owned_.size()); }
  /// Returns the local nodes of tuple i, [objects].
  const LocalIndex* operator[](LocalIndex i) const { return nodes_.data() + static_cast<std::size_t>(i) * tuple_size_; }
  /// Returns true if tuple i is owned by this rank.
  bool isOwned(LocalIndex i) const { return is_owned_[static_cast<std::size_t>(i)] != 0; }

  /// Sends the values of tuples from their owners to all ranks that store them.
  /// @param owned  [owned tuples × per_tuple] values of the owned tuples, in order
  /// @param per_tuple  number of values for each tuple
  /// @return [size() × per_tuple] values of all tuples stored on this rank
  /// @note Collective.
  std::vector<double> valuesFromOwners(gsl::span<const double> owned, int per_tuple) const;

  /// Returns the tuples as elements for accumulators, for tuples whose nodes all belong to one
  /// object. The table is valid as long as this object exists.
  la::ElementTable table() const { return {nodes_.data(), static_cast<int>(tuple_size_), size()}; }
  /// Returns the nodes at one position of the tuples as elements with one node each. The table is
  /// valid as long as this object exists.
  /// @param position  position in the tuples, from 0
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

/// Returns the position in the mesh file, from 0, of every local node of an object's state,
/// including additional ghost nodes.
/// @return [local nodes] positions
/// @note Collective.
std::vector<long long> positionsOf(const Domain& domain);

}  // namespace tenon::fem

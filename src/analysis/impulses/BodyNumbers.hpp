// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Global identifier of a mesh node, valid on all ranks.
struct NodeIdentifier {
  std::size_t object;  ///< index of the object in the system
  std::int64_t node;   ///< global number of the node in its state

  bool operator<(const NodeIdentifier& other) const {
    return object != other.object ? object < other.object : node < other.node;
  }
  bool operator==(const NodeIdentifier& other) const { return object == other.object && node == other.node; }
};

/// Numbering of the bodies in an impulse step, as in contact::ExactRows: on each rank the rigid
/// bodies object by object, nodes in contact, and nodes on which constraint rows act; rank by rank.
class BodyNumbers {
 public:
  /// Creates the numbering.
  /// @param num_contact_nodes number of nodes in contact on this rank
  /// @note Collective.
  BodyNumbers(const system::MechanicalSystem& mechanics, std::size_t num_contact_nodes);

  /// Sets the nodes on which constraint rows act. Each rank passes any nodes, of any rank.
  /// @return the nodes of this rank
  /// @note Collective.
  std::vector<NodeIdentifier> setConstrainedNodes(const std::vector<NodeIdentifier>& nodes);
  /// Returns true if `node` is a rigid body or a node on which constraint rows act.
  bool has(const la::State& state, base::GlobalIndex node) const;
  /// Returns the number of a rigid body or node.
  base::GlobalIndex of(const la::State& state, base::GlobalIndex node) const;

 private:
  std::size_t rankOf(const NodeIdentifier& node) const;

  const system::MechanicalSystem& mechanics_;
  std::map<const la::State*, std::size_t> objects_;
  std::vector<std::int64_t> num_contact_nodes_;                 // [ranks] number of nodes in contact
  std::vector<std::int64_t> first_;                             // [ranks] number of the first body
  std::vector<std::vector<NodeIdentifier>> constrained_nodes_;  // [ranks] nodes on which rows act, ascending
};

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "TotalJacobian.hpp"
#include "system/mapped/MappingGraph.hpp"

namespace tenon::system {

/// Rows of J of mapped nodes of any rank, by their global numbers.
class RemoteRows {
 public:
  struct RemoteTerm {
    std::size_t state;  ///< independent state
    GlobalIndex node;
    bool is_uniform;
    std::vector<double> values;
  };
  using Node = std::pair<std::size_t, PetscInt>;  ///< state, global number

  /// Collects the rows.
  /// @param requested  nodes of mapped states; repeated nodes are ignored
  /// @note Collective.
  RemoteRows(const MappingGraph& graph, std::vector<Node> requested);

  const std::vector<RemoteTerm>& of(const Node& node) const { return rows_.at(node); }

 private:
  std::map<Node, std::vector<RemoteTerm>> rows_;
};

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mortarRows.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::constraint {

/// Slave nodes of a mortar that share covered faces, on any rank. Each node is among its own
/// neighbours.
class SlaveNeighbours {
 public:
  struct Receiver {
    base::GlobalIndex node;
    double share;
  };

  /// Creates the graph.
  /// @param coupling  part of the rows that contains int N_j N_k
  /// @note Collective.
  SlaveNeighbours(const la::Layout& slaves, const MortarRows& rows, MortarTerm::Part coupling);

  /// Returns the maximum of `values` [numOwned] over each node and its neighbours.
  /// @note Collective.
  std::vector<double> largestAround(const std::vector<double>& values) const;

  /// Returns the nodes that receive the rows of nodes without rows of their own: those neighbours
  /// that keep their rows, in shares that sum to 1, in proportion to int N_j N_k. Empty for nodes
  /// that keep their rows, and if no neighbour does.
  /// @param keeps  [numOwned] true for nodes that keep their rows
  /// @note Collective.
  std::vector<std::vector<Receiver>> receivers(const std::vector<char>& keeps) const;

 private:
  std::size_t numNodes() const { return starts_.size() - 1; }

  std::vector<std::size_t> starts_{0};  // start of each owned node's neighbours
  std::vector<base::GlobalIndex> neighbours_;
  std::vector<double> weights_;
  la::Halo halo_;
};

}  // namespace tenon::constraint

#pragma once
#include <vector>

#include "mortarRows.hpp"
#include "tenon/la/Halo.hpp"

namespace tenon::constraint {

/// Slave nodes of a mortar that share covered faces, each of them among its own neighbours, on any rank.
class SlaveNeighbours {
 public:
  struct Heir {
    base::GlobalIndex node;
    double share;
  };

  /// Collective. `coupling` says which part of the rows holds int N_j N_k.
  SlaveNeighbours(const la::Layout& slaves, const MortarRows& rows, MortarTerm::Part coupling);

  /// Collective. The largest of `values` [numOwned] at each node and its neighbours.
  std::vector<double> largestAround(const std::vector<double>& values) const;

  /// Collective. Who takes the rows of nodes that do not keep theirs (flags, [numOwned]): their neighbours that do, in
  /// shares that sum to 1, in proportion to int N_j N_k. Nobody for nodes that keep theirs, and where no neighbour
  /// does.
  std::vector<std::vector<Heir>> heirs(const std::vector<char>& keeps) const;

 private:
  std::size_t numNodes() const { return starts_.size() - 1; }

  std::vector<std::size_t> starts_{0};  // of each owned node's neighbours
  std::vector<base::GlobalIndex> neighbours_;
  std::vector<double> weights_;
  la::Halo halo_;
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <memory>
#include <vector>

#include "RankBoxes.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Search for the nodes nearest to points, in the reference configuration, among nodes that are
/// distributed over the ranks.
///
/// Each rank stores its own nodes in an R-tree (Boost.Geometry) and the bounding boxes of the other
/// ranks. Points are sent only to the ranks whose boxes are near enough. Among equidistant nodes
/// the first one in the mesh file is selected, so that the result is independent of the partition.
class NodeSearch {
 public:
  /// Result of a search.
  struct NearestNode {
    base::GlobalIndex node;   ///< global number in the object's layout; -1 if there are no nodes
    long long position = -1;  ///< position in the mesh file; -1 if there are no nodes
    double distance = 0.0;    ///< distance from the point [length]
  };

  /// Constructs the search tree.
  /// @param domain  object of the nodes
  /// @param nodes  owned local nodes to search
  /// @note Collective.
  NodeSearch(const Domain& domain, const std::vector<base::LocalIndex>& nodes);
  ~NodeSearch();

  /// Returns the node nearest to each point of this rank. @note Collective.
  std::vector<NearestNode> nearest(gsl::span<const base::Vec3> points) const;
  /// Returns the `count` nodes nearest to each point of this rank, in ascending order of distance;
  /// fewer if there are fewer nodes.
  /// @note Collective.
  std::vector<std::vector<NearestNode>> nearest(gsl::span<const base::Vec3> points, int count) const;

 private:
  class Nodes;

  std::unique_ptr<Nodes> nodes_;
  RankBoxes boxes_;
};

}  // namespace tenon::fem

#pragma once
#include <gsl/span>
#include <memory>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/fem/search/RankBoxes.hpp"

namespace tenon::fem {

/// Finds the node nearest to a point among nodes that are spread over the ranks, at rest.
///
/// Each rank keeps its own nodes in an R-tree (Boost.Geometry) and knows the bounding boxes of the others; points go to
/// the ranks whose boxes lie near enough, and to no other. Of nodes equally near the first in the mesh file is taken,
/// so the result does not depend on the partition.
class NodeSearch {
 public:
  struct Nearest {
    base::GlobalIndex node;  ///< in the object's layout; -1 where there is no node at all
    long long position = -1;
    double distance = 0.0;
  };

  /// Collective. `nodes`: owned local nodes to choose from.
  NodeSearch(const Domain& domain, const std::vector<base::LocalIndex>& nodes);
  ~NodeSearch();

  /// Collective. The node nearest to each of this rank's points.
  std::vector<Nearest> nearest(gsl::span<const base::Vec3> points) const;
  /// Collective. The `count` nearest ones to each point, fewer where there are no more, the nearest first.
  std::vector<std::vector<Nearest>> nearest(gsl::span<const base::Vec3> points, int count) const;

 private:
  class Nodes;

  std::unique_ptr<Nodes> nodes_;
  RankBoxes boxes_;
};

}  // namespace tenon::fem

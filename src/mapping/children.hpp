#pragma once
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"

// The nodes of objects that follow others.
namespace tenon::mapping {

using base::LocalIndex;

/// Places of all nodes that this rank owns, at rest.
std::vector<base::Vec3> ownedPlaces(const fem::Domain& domain);

/// Some of an object's nodes, for messages.
class OwnNodes {
 public:
  /// Collective. `nodes`: owned ones.
  OwnNodes(const fem::Domain& domain, const std::vector<LocalIndex>& nodes);

  /// Of all ranks.
  long numGlobal() const { return num_global_; }
  /// The first ten in the mesh file, of whichever ranks: "node 4 at (0, 0.5, 1), node 7 at ..., and 12 more".
  const std::string& firstOnes() const { return first_ones_; }

 private:
  long num_global_;
  std::string first_ones_;
};

}  // namespace tenon::mapping

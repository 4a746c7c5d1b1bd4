#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mapping/NodalWeights.hpp"

// The nodes of objects that follow others, and which nodes of these they follow.
namespace tenon::mapping {

/// Places of all nodes that this rank owns, at rest.
std::vector<base::Vec3> ownedPlaces(const fem::Domain& domain);
/// Of some of them.
std::vector<base::Vec3> placesOf(const fem::Domain& domain, const std::vector<LocalIndex>& nodes);
/// All owned nodes, or those of a group. Collective.
std::vector<LocalIndex> ownNodes(const fem::Domain& domain, const std::string& group = "");

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

/// Throws the same InputError on all ranks, which have all found it.
[[noreturn]] void refuse(const std::string& sentence);

/// Collective. Nodes of the parent at the places of some of the child's, to `tolerance` times the parent's extent.
/// InputError, which begins with `wanted_by`, that names those for which there is none.
std::vector<GlobalIndex> nodesInPlace(const fem::Domain& child, const std::vector<LocalIndex>& nodes,
                                      const fem::Domain& parent, const std::vector<LocalIndex>& candidates,
                                      double tolerance, const std::string& wanted_by);

/// Collective. The nodes of the parent nearest to some of the child's.
std::vector<GlobalIndex> nearestNodes(const fem::Domain& child, const std::vector<LocalIndex>& nodes,
                                      const fem::Domain& parent);

/// Collective. The nodes that the parent knows by some keys, such as numbers in its file, [local nodes]; nothing where
/// it has no such node.
std::vector<std::optional<GlobalIndex>> nodesByKey(const fem::Domain& parent, gsl::span<const std::int64_t> keys,
                                                   const std::vector<std::int64_t>& wanted);

/// One node with the weight 1 for each of the child's: of parent `parents[node]`, or of the only one.
WeightTable oneEach(const std::vector<GlobalIndex>& followed, const std::vector<std::size_t>& parents = {});

/// Collective. Which of several groups each owned node of an object is in. InputError, which begins with `wanted_by`,
/// that names nodes in none or in two of them.
std::vector<std::size_t> partOfEach(const fem::Domain& domain, const std::vector<std::string>& groups,
                                    const std::string& wanted_by);

/// InputError, which begins with `wanted_by`, where an object has no rigid bodies.
void requireFrames(const fem::Domain& domain, const std::string& wanted_by);

/// Collective. A rigid body by its name or number; the only one, where that is empty. InputError, which begins with
/// `wanted_by`, where there is no such body, or more than one.
GlobalIndex bodyOf(const fem::Domain& bodies, const std::string& body, const std::string& wanted_by);

}  // namespace tenon::mapping

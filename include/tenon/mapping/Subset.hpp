#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/mapping/parts.hpp"

namespace tenon::mapping {

/// Nodes that are nodes of another object, u = u_parent of that node, J = 1: found by their place at rest, or by a
/// list. Source: SOFA's SubsetMapping.
class Subset : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent, group;
    NodeNumbers nodes;
    double tolerance = 1e-6;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where a node of the child is at no node of the parent (of its group), by more than
  /// `tolerance` times the parent's extent, and where the list is not as long as the child has nodes.
  Subset(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping

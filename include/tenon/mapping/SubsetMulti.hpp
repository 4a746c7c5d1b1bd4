#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/mapping/parts.hpp"

namespace tenon::mapping {

/// One child of several parents: each of its groups is part of one of them. A node of a mesh moves as the parent's node
/// at its place, J = 1; one that belongs to rigid bodies is carried by the nearest of them (see NodalWeights).
/// Source: SOFA's SubsetMultiMapping.
class SubsetMulti : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::vector<FollowingGroup> parts;
    double tolerance = 1e-6;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where a node of the child is in none of the groups or in two, or at no node of its parent,
  /// by more than `tolerance` times the parent's extent.
  SubsetMulti(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping

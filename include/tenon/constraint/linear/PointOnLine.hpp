#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/conditions/Anchor.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Nodes of a group stay on a fixed line of direction d, which may be driven sideways:
///   n_i . (X + u - point) = n_i . offset * history(t),   n_i two normals of d (one in plane problems),
/// or n_i . u without a point: each on a line of its own. Two rows per node, one in plane problems. The condition
/// `line` does the same without multipliers.
class PointOnLine : public LinearConstraint {
 public:
  struct Data {
    std::string name, object, group;
    base::Vec3 direction = base::Vec3::Zero();
    Anchor point;
    base::Vec3 offset = base::Vec3::Zero();
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a direction of length zero, or one that leaves a plane problem; for a group without
  /// nodes.
  PointOnLine(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

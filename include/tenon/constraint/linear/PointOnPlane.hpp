#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/conditions/Anchor.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Nodes of a group stay on a fixed plane, which may be driven along its normal n = normal / |normal|:
///   n . (X + u - point) = value * history(t),   or n . u = value * history(t) without a point.
/// One row per node; a multiplier is the force along n. The condition `plane` does the same without multipliers.
class PointOnPlane : public LinearConstraint {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string name, object, group;
    base::Vec3 normal = base::Vec3::Zero();
    Anchor point;
    double value = 0.0;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a normal of length zero, or one that leaves a plane problem; for a group without nodes.
  PointOnPlane(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

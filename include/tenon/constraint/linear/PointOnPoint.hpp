#pragma once
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Keeps pairs of nodes a, b together as they lie in the mesh, or drives them apart:
///   u_b - u_a = offset * history(t).
/// Rows belong to the owner of a: 3 per pair, 2 in plane problems. A multiplier is the force on b. The condition
/// `attachment` does the same without multipliers.
class PointOnPoint : public LinearConstraint {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data : fem::Pairing {
    std::string name;
    base::Vec3 offset = base::Vec3::Zero();
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError as Pairing::find(), and where there is no pair.
  PointOnPoint(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

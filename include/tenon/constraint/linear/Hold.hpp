#pragma once
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/conditions/AffineMotion.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// u_c = history(t) (values_c + sum_j gradient_cj X_j) at the nodes of a group, by multipliers: they are the forces
/// that hold it. The condition `prescribed` does the same by taking the unknowns out.
class Hold : public LinearConstraint {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data : AffineMotion {
    std::string name, object, group;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where nothing is prescribed, a component that the object has not, or a group
  /// without nodes.
  Hold(Data data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

#pragma once
#include "tenon/constraint/AffineMotion.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// u_c = values_c + sum_j gradient_cj X_j at the nodes of a group, by multipliers: they are the forces that hold it.
/// The condition `prescribed` does the same by taking the unknowns out.
class Hold : public LinearConstraint {
 public:
  struct Data : AffineMotion {
    std::string name, object, group;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where nothing is prescribed, or a component that the object has not.
  Hold(Data data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

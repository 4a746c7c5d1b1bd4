#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// A displacement that is known beforehand: u_c = values_c + sum_j gradient_cj X_j, X the place in the mesh, in the
/// components that `values` names; in all of them where only `gradient` is given.
struct AffineMotion {
  base::ComponentValues values;
  base::Mat3 gradient = base::Mat3::Zero();

  /// Components it prescribes in an object. InputError where there are none, or one that the object has not.
  std::vector<int> components(const fem::Domain& domain) const;

  double operator()(int component, const double* place) const {
    return values[static_cast<std::size_t>(component)].value_or(0.0) +
           gradient.row(component).dot(Eigen::Map<const base::Vec3>(place));
  }
};

/// Declares the parameters `group`, `values` and `gradient` of a type whose Data is an AffineMotion with a group.
template <class Data>
void declareAffineMotion(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose nodes are held");
  p.optional("values", static_cast<base::ComponentValues Data::*>(&AffineMotion::values), "length",
             "displacement by component; components that are not named stay free");
  p.optional("gradient", static_cast<base::Mat3 Data::*>(&AffineMotion::gradient), "",
             "gradient A of an affine field, u = values + A X");
}

}  // namespace tenon::constraint

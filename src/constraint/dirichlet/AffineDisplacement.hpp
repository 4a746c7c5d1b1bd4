// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// Prescribed affine displacement u_c = values_c + sum_j gradient_cj X_j, X the reference position.
/// The components are those that `values` names; all components if only `gradient` is given.
struct AffineDisplacement {
  base::ComponentValues values;              ///< displacement by component, length
  base::Mat3 gradient = base::Mat3::Zero();  ///< gradient of the displacement field

  /// Returns the prescribed components of an object.
  /// @throws InputError if there are none, or if the object has no such component
  std::vector<int> components(const fem::Domain& domain) const;

  /// Returns the displacement of a component at a reference position.
  double operator()(int component, const double* place) const {
    return values[static_cast<std::size_t>(component)].value_or(0.0) +
           gradient.row(component).dot(Eigen::Map<const base::Vec3>(place));
  }
};

/// Declares the parameters `group`, `values` and `gradient` of a type whose Data is an
/// AffineDisplacement with a group.
template <class Data>
void declareAffineDisplacement(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose displacements are prescribed");
  p.optional("values", static_cast<base::ComponentValues Data::*>(&AffineDisplacement::values), "length",
             "displacement by component; components that are not given remain free");
  p.optional("gradient", static_cast<base::Mat3 Data::*>(&AffineDisplacement::gradient), "",
             "gradient A of an affine field, u = values + A X");
}

}  // namespace tenon::constraint

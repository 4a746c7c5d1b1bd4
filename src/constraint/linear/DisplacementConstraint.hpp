// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "constraint/dirichlet/AffineDisplacement.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Constraint u_c = history(t) (values_c + sum_j gradient_cj X_j) at the nodes of a group. The
/// multipliers are the forces on the nodes. The condition `prescribed` imposes the same
/// displacements by projection.
class DisplacementConstraint : public LinearConstraint {
 public:
  /// Indicates that the constraint supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the constraint.
  struct Data : AffineDisplacement {
    std::string name, object, group;  ///< names of the constraint, of the object and of the group
    base::History history{};          ///< factor of the displacement as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError if nothing is prescribed, for a component that the object does not have, or
  ///   for a group without nodes
  /// @note Collective.
  DisplacementConstraint(Data data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

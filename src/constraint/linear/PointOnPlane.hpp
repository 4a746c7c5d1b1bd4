// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "constraint/dirichlet/Anchor.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Constraint of a group's nodes to a fixed plane, which may be displaced along its normal
/// n = normal / |normal|:
///   n . (X + u - point) = value * history(t),   or n . u = value * history(t) without a point.
/// One row per node; a multiplier is the force along n. The condition `plane` imposes the same by
/// projection.
class PointOnPlane : public LinearConstraint {
 public:
  /// Indicates that the constraint supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the constraint.
  struct Data {
    std::string name, object, group;         ///< names of the constraint, of the object and of the group
    base::Vec3 normal = base::Vec3::Zero();  ///< normal, of any length
    Anchor point;                            ///< point of the plane; none: each node's own position
    double value = 0.0;                      ///< displacement of the plane along n, length
    base::History history{};                 ///< factor of the value as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError for a normal of length zero or out of the plane of a plane problem, or for
  ///   a group without nodes
  /// @note Collective.
  PointOnPlane(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

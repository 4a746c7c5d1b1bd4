// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "constraint/dirichlet/Anchor.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Constraint of a group's nodes to a fixed line of direction d, which may be displaced laterally:
///   n_i . (X + u - point) = n_i . offset * history(t),
/// n_i two normals of d (one in plane problems),
/// or n_i . u = ... without a point: each node has a line of its own. Two rows per node, one in
/// plane problems. The condition `line` imposes the same by projection.
class PointOnLine : public LinearConstraint {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name, object, group;            ///< names of the constraint, of the object and of the group
    base::Vec3 direction = base::Vec3::Zero();  ///< direction d, of any length
    Anchor point;                               ///< point of the line; none: each node's own position
    base::Vec3 offset = base::Vec3::Zero();     ///< displacement of the line, length
    base::History history{};                    ///< factor of the offset as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError for a direction of length zero or out of the plane of a plane problem, or
  ///   for a group without nodes
  /// @note Collective.
  PointOnLine(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

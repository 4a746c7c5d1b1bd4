// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Constraint of pairs of nodes a, b to their relative position in the mesh, or with a prescribed
/// separation:
///   u_b - u_a = offset * history(t).
/// Rows belong to the owner of a: 3 per pair, 2 in plane problems. A multiplier is the force on b.
/// The condition `attachment` imposes the same by projection.
class PointOnPoint : public LinearConstraint {
 public:
  /// Indicates that the constraint supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the constraint.
  struct Data : fem::Pairing {
    std::string name;                        ///< name of the constraint
    base::Vec3 offset = base::Vec3::Zero();  ///< displacement of b relative to a, length
    base::History history{};                 ///< factor of the offset as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError under the same conditions as Pairing::find(), or if there is no pair
  /// @note Collective.
  PointOnPoint(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint

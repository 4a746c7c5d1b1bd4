// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/fem/search/pairing.hpp"

// Constraints of nodes to other nodes, planes and lines.
namespace tenon::constraint {

/// Optional point of a case; if it is not given, each node has a point of its own.
struct Anchor {
  std::optional<base::Vec3> given;  ///< coordinates, length; empty if not given
};

/// Reads the point from a case file.
void readValue(const base::CaseNode& node, Anchor& anchor);

/// Prints the point for listings of parameters.
std::string printValue(const Anchor& anchor);

/// Returns the name of the type in listings of parameters.
inline const char* typeName(const Anchor*) {
  return "[x, y, z]";
}

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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

namespace tenon::constraint {

/// Condition of zero mean rotation of the nodes of a group about their centroid c,
/// sum of (X - c) x u = 0 over the nodes; in 2D only its z component.
/// The condition is also meaningful for large displacements: M = sum of (x - mean x) (X - c)^T is
/// symmetric, so that the rotation R that fits the nodes best, min sum |x - mean x - R (X - c)|^2,
/// is the identity while M has no negative eigenvalue.
/// @see Kabsch, Acta Cryst. A 32 (1976)
class NoRotation : public GroupCondition {
 public:
  /// Parameters of the condition.
  struct Data {
    std::string group;  ///< name of the group
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError if the nodes are collinear (in 2D: coincident), or for too many nodes, see
  ///   requireFewNodes()
  /// @note Collective.
  NoRotation(Data data, const fem::Domain& domain);
  void constrainDirections(ObliqueDirections& directions) const override;

 private:
  void requireExtent() const;

  base::Vec3 centroid_ = base::Vec3::Zero();
};

}  // namespace tenon::constraint

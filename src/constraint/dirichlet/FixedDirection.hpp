// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

namespace tenon::constraint {

/// Condition d . u = 0 on the nodes of a group, d a direction. OnPlane is equivalent, with d as
/// normal.
class FixedDirection : public GroupCondition {
 public:
  /// Parameters of the condition.
  struct Data {
    std::string group;                          ///< name of the group
    base::Vec3 direction = base::Vec3::Zero();  ///< direction d, of any length
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError for a direction of length zero
  /// @note Collective.
  FixedDirection(Data data, const fem::Domain& domain);
  void constrainDirections(ObliqueDirections& directions) const override;

 private:
  base::Vec3 direction_;
};

}  // namespace tenon::constraint

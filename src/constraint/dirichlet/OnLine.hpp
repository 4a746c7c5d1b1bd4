// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

namespace tenon::constraint {

/// Condition that admits displacements of a group's nodes along a direction d only: n . u = 0 for
/// every n normal to d.
class OnLine : public GroupCondition {
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
  OnLine(Data data, const fem::Domain& domain);
  void constrainDirections(ObliqueDirections& directions) const override;

 private:
  base::Vec3 direction_;
};

}  // namespace tenon::constraint

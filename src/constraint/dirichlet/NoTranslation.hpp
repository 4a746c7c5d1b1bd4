// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

namespace tenon::constraint {

/// Condition of zero mean displacement of the n nodes of a group: sum of u = 0 in each component.
/// Single nodes may move if other nodes compensate.
class NoTranslation : public GroupCondition {
 public:
  /// Parameters of the condition.
  struct Data {
    std::string group;  ///< name of the group
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError for a group of too many nodes, see requireFewNodes()
  /// @note Collective.
  NoTranslation(Data data, const fem::Domain& domain);
  void constrainDirections(ObliqueDirections& directions) const override;
};

}  // namespace tenon::constraint

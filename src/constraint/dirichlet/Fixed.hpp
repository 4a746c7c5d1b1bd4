// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

namespace tenon::constraint {

/// Homogeneous Dirichlet condition u = 0 at the nodes of a group, in all components or in the named
/// ones.
class Fixed : public GroupCondition {
 public:
  /// Indicates that the condition supports rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Indicates that the condition supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the condition.
  struct Data {
    std::string group;                    ///< name of the group
    std::vector<std::string> components;  ///< names of the components; empty for all
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError for a component that the object does not have
  /// @note Collective.
  Fixed(Data data, const fem::Domain& domain);
  void constrain(ConstrainedDofs& dofs) const override;

 private:
  std::vector<int> components_;
};

}  // namespace tenon::constraint

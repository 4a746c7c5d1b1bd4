// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "AffineDisplacement.hpp"
#include "tenon/base/History.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::constraint {

/// Dirichlet condition u_c = history(t) (values_c + sum_j gradient_cj X_j), or history(t)
/// field_c(X, t), at the nodes of a group. The constraint `prescribed` imposes the former by
/// Lagrange multipliers.
class Prescribed : public GroupCondition, public base::TabulatedInTime {
 public:
  /// Indicates that the condition supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the condition.
  struct Data : AffineDisplacement {
    std::string group;          ///< name of the group
    base::History history{};    ///< factor of the displacement as a function of time
    fem::VectorSource field{};  ///< displacement field, instead of values and gradient
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError if nothing is prescribed, or for a component that the object does not have
  /// @note Collective.
  Prescribed(Data data, const fem::Domain& domain);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override { time_ = time, factor_ = data_.history(time); }
  void constrain(ConstrainedDofs& dofs) const override;

 private:
  double valueAt(base::LocalIndex node, int component) const;

  Data data_;
  std::optional<fem::Field> field_;
  std::vector<int> components_;
  double factor_, time_ = 0.0;
};

}  // namespace tenon::constraint

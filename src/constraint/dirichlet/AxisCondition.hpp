// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// Condition u_r = 0 at the nodes of an axisymmetric mesh on the axis, where a body would otherwise
/// open or penetrate itself. Every axisymmetric object has this condition.
class AxisCondition : public DirichletCondition {
 public:
  /// Finds the nodes on the axis.
  explicit AxisCondition(const fem::Domain& domain);

  const std::string& name() const override { return name_; }
  const la::State& state() const override { return domain_.state; }
  const std::vector<base::LocalIndex>& nodes() const override { return nodes_; }
  std::int64_t nodeTag(base::LocalIndex node) const override {
    return domain_.mesh.nodeTags()[static_cast<std::size_t>(node)];
  }
  void constrain(ConstrainedDofs& dofs) const override;

 private:
  std::string name_;
  fem::Domain domain_;
  std::vector<base::LocalIndex> nodes_;  // on the axis, ghosts included
};

}  // namespace tenon::constraint

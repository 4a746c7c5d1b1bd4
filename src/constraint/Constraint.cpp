// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

void ConstraintSettings::declare(base::Parameters<ConstraintSettings>& p) {
  p.optional("compliance", &ConstraintSettings::compliance, "length/force",
             "compliance c in Phi + c lambda = 0, in length/pressure if lambda is a traction; 0: rigid")
      .nonNegative();
  p.optional("relaxation", &ConstraintSettings::relaxation, "",
             "fraction of the constraint residual that is removed in one step, above 0 and at most 1 (Baumgarte)")
      .positive()
      .atMost(1.0);
  p.optional("scale", &ConstraintSettings::scale, "",
             "scale factor of the constraint rows; multipliers remain in physical units")
      .positive();
  p.optional("active", &ConstraintSettings::active, "",
             "true if the constraint is active; otherwise its multipliers are zero");
  p.optional("bound", &ConstraintSettings::bound, "",
             "inequality instead of an equation: lower: Phi + c lambda >= 0 and lambda >= 0, with at least one of them "
             "equal to 0 (c: compliance); "
             "upper: the same with <= 0; box: 0 <= Phi <= range, with a bound on both sides")
      .oneOf({"none", "lower", "upper", "box"});
  p.optional("range", &ConstraintSettings::range, "",
             "width of the admissible interval of `bound: box`, in the units of Phi")
      .nonNegative();
  p.optional("on_prescribed", &ConstraintSettings::on_held, "",
             "treatment of rows whose slave degree of freedom is also constrained by a condition; automatic: join for "
             "mortars, drop for nodal ties, otherwise keep")
      .oneOf({"automatic", "keep", "join", "drop", "refuse"})
      .formerly({"on_held"})
      .formerValues({{"usual", "automatic"}});
}

std::vector<double> Constraint::compliances() const {
  if (compliance == 0.0) return {};
  std::vector<double> rows = measures();
  rows.resize(static_cast<std::size_t>(numRows()), 1.0);
  for (double& row : rows) row *= compliance;
  return rows;
}

std::vector<Constraint::RowKey> Constraint::rowKeys() const {
  std::vector<RowKey> places;
  const std::vector<LocalIndex> nodes = carrierNodes();
  for (const LocalIndex node : nodes)
    for (int i = 0; i < block(); ++i) places.push_back({carrier(), node, block() > 1 ? i : -1});
  places.resize(static_cast<std::size_t>(numRows()));
  return places;
}

void Constraint::fillField(gsl::span<const double> lambda, gsl::span<double> field) const {
  const auto width = static_cast<std::size_t>(block());
  const std::vector<LocalIndex> nodes = carrierNodes();
  for (std::size_t k = 0; k < nodes.size(); ++k)
    for (std::size_t i = 0; i < width; ++i)
      field[static_cast<std::size_t>(nodes[k]) * width + i] = lambda[k * width + i];
}

}  // namespace tenon::constraint

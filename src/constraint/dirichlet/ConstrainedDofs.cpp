// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/constraint/DirichletCondition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/Error.hpp"

namespace tenon::constraint {

ConstrainedDofs::ConstrainedDofs(const la::State& state) : state_(&state) {
  const auto num_unknowns =
      static_cast<std::size_t>(state.layout().numLocal()) * static_cast<std::size_t>(state.block());
  condition_indices_.assign(num_unknowns, -1);
  value_.assign(num_unknowns, 0.0);
}

int ConstrainedDofs::numberOf(const DirichletCondition& by) {
  if (conditions_.empty() || conditions_.back() != by.name()) conditions_.push_back(by.name());
  return static_cast<int>(conditions_.size()) - 1;
}

void ConstrainedDofs::constrain(base::LocalIndex node, int component, double value, const DirichletCondition& by) {
  constexpr double round_off = 1e-12;
  const std::size_t unknown = at(node, component);
  const int before = condition_indices_[unknown];
  if (before < 0) {
    condition_indices_[unknown] = numberOf(by);
    value_[unknown] = value;
    return;
  }
  const double earlier = value_[unknown];
  if (std::abs(value - earlier) <= round_off * std::max(std::abs(value), std::abs(earlier))) return;
  throw base::InputError(fmt::format(
      "Node {} of object '{}' has two different prescribed values of component {}: {} by '{}' and {} by '{}'.",
      by.nodeTag(node), state_->name(), "xyz"[component], earlier, conditions_[static_cast<std::size_t>(before)], value,
      by.name()));
}

}  // namespace tenon::constraint

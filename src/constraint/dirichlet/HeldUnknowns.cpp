#include "tenon/constraint/dirichlet/HeldUnknowns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/Error.hpp"
#include "tenon/constraint/Condition.hpp"

namespace tenon::constraint {

HeldUnknowns::HeldUnknowns(const la::State& state) : state_(&state) {
  const auto num_unknowns =
      static_cast<std::size_t>(state.layout().numLocal()) * static_cast<std::size_t>(state.block());
  held_by_.assign(num_unknowns, -1);
  value_.assign(num_unknowns, 0.0);
}

int HeldUnknowns::numberOf(const Condition& by) {
  if (conditions_.empty() || conditions_.back() != by.name()) conditions_.push_back(by.name());
  return static_cast<int>(conditions_.size()) - 1;
}

void HeldUnknowns::hold(base::LocalIndex node, int component, double value, const Condition& by) {
  constexpr double round_off = 1e-12;
  const std::size_t unknown = at(node, component);
  const int before = held_by_[unknown];
  if (before < 0) {
    held_by_[unknown] = numberOf(by);
    value_[unknown] = value;
    return;
  }
  const double earlier = value_[unknown];
  if (std::abs(value - earlier) <= round_off * std::max(std::abs(value), std::abs(earlier))) return;
  throw base::InputError(fmt::format(
      "Node {} of object '{}' has two different prescribed values of {}: {} by '{}' and {} by '{}'.", by.nodeTag(node),
      state_->name(), "xyz"[component], earlier, conditions_[static_cast<std::size_t>(before)], value, by.name()));
}

}  // namespace tenon::constraint

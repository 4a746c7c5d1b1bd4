// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "velocityTables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "system/mapped/MappedConstraint.hpp"
#include "tenon/base/History.hpp"

namespace tenon::analysis {
namespace {

using base::History;
using constraint::Constraint;

template <class Contributor>
void add(const Contributor& contributor, std::vector<const History*>& tables) {
  const auto* tabulated = dynamic_cast<const base::TabulatedInTime*>(&contributor);
  if (tabulated != nullptr && !tabulated->history().table().empty()) tables.push_back(&tabulated->history());
}

bool prescribesVelocity(const Constraint& constraint) {
  return constraint.active && !constraint.isUnilateral() && constraint.compliance == 0.0;
}

/// Returns the slope of the interval that ends at an entry; `table.size()` denotes the interval
/// after the last entry.
double slopeBefore(const History::Table& table, std::size_t entry) {
  if (entry == 0 || entry == table.size()) return 0.0;
  const auto &begin = table[entry - 1], &end = table[entry];
  return (end.second - begin.second) / (end.first - begin.first);
}

bool jumps(const History::Table& table, std::size_t entry, double resolved) {
  constexpr double as_steep = 1e-9;
  const double before = slopeBefore(table, entry), after = slopeBefore(table, entry + 1);
  if (std::abs(after - before) <= as_steep * std::max(std::abs(before), std::abs(after))) return false;
  return entry + 1 == table.size() || table[entry + 1].first - table[entry].first >= resolved;
}

}  // namespace

std::vector<const History*> collectVelocityTables(const system::MechanicalSystem& mechanics, bool equations_only) {
  std::vector<const History*> tables;
  for (const auto& body : mechanics.bodies())
    for (const auto& condition : body->conditions) add(*condition, tables);
  for (const auto& condition : mechanics.couplingConditions()) add(*condition, tables);
  for (const auto& one : mechanics.constraints()) {
    if (equations_only && !prescribesVelocity(*one)) continue;
    const auto* mapped = dynamic_cast<const system::MappedConstraint*>(one.get());
    const Constraint& constraint = mapped != nullptr ? mapped->constraint() : *one;
    add(constraint, tables);
    if (const auto* held = dynamic_cast<const system::MappedCondition*>(&constraint))
      for (const auto& condition : held->conditions()) add(*condition, tables);
  }
  return tables;
}

double nextEntry(const std::vector<const History*>& tables, double time, double round_off) {
  double next = std::numeric_limits<double>::infinity();
  for (const History* history : tables) {
    const auto& table = history->table();
    const auto entry = std::upper_bound(table.begin(), table.end(), time + round_off,
                                        [](double t, const auto& one) { return t < one.first; });
    if (entry != table.end()) next = std::min(next, entry->first);
  }
  return next;
}

bool hasSlopeJump(const std::vector<const History*>& tables, double from, double to, double resolved) {
  const double round_off = 1e-6 * (to - from);
  for (const History* history : tables) {
    const auto& table = history->table();
    for (std::size_t entry = 0; entry < table.size(); ++entry) {
      if (table[entry].first <= from + round_off || table[entry].first > to + round_off) continue;
      if (jumps(table, entry, resolved)) return true;
    }
  }
  return false;
}

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Report.hpp"

namespace tenon::simulation {

Report::Resultant operator+(const Report::Resultant& a, const Report::Resultant& b) {
  return {a.force + b.force, a.moment + b.moment};
}

Report::Resultant operator-(const Report::Resultant& a, const Report::Resultant& b) {
  return {a.force - b.force, a.moment - b.moment};
}

Report::Resultant Report::imbalance() const {
  Resultant sum = load + total_reaction - inertia;
  for (const auto& constraint : constraints) sum = sum + constraint.sum;
  return sum;
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "admissible.hpp"

#include <algorithm>
#include <vector>

#include "contact/coulombCone.hpp"

namespace tenon::system {

bool isSlip(const constraint::Constraint& constraint, std::size_t row) {
  return constraint.isUnilateral() && constraint.friction().isEnabled() &&
         row % static_cast<std::size_t>(constraint.block()) != 0;
}

void projectOnAdmissible(const constraint::Constraint& constraint, gsl::span<double> lambda) {
  if (!constraint.active) return std::fill(lambda.begin(), lambda.end(), 0.0);
  if (!constraint.isUnilateral()) return;
  const constraint::DryFriction friction = constraint.friction();
  if (!friction.isEnabled()) {
    for (double& one : lambda) one = constraint.bound == "lower" ? std::max(one, 0.0) : std::min(one, 0.0);
    return;
  }
  const auto width = static_cast<std::size_t>(constraint.block());
  const std::vector<double> areas = constraint.contactAreas();
  const bool are_tractions = !constraint.measures().empty();
  for (std::size_t first = 0, k = 0; first < lambda.size(); first += width, ++k)
    contact::projectOnFrictionCone(lambda.subspan(first, width), friction.coefficient,
                                   friction.cohesion * (are_tractions || k >= areas.size() ? 1.0 : areas[k]),
                                   friction.is_pyramid);
}

}  // namespace tenon::system

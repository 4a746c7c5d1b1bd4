// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DistributedConstraints.hpp"

namespace tenon::contact {

DistributedConstraints::DistributedConstraints(const WorkDistribution& distribution, ExactConstraints& of_owners)
    : distribution_(distribution), of_owners_(of_owners) {
  renumber();
}

void DistributedConstraints::updatePositions(const std::vector<double>& increments) {
  of_owners_.updatePositions(distribution_.toOwners(increments, 6));
  renumber();
}

// Copies the rows and converts their body numbers. @note Collective.
void DistributedConstraints::renumber() {
  rows_ = of_owners_.rows();
  std::vector<base::GlobalIndex> bodies;
  for (const auto& parts : rows_.slopes)
    for (const auto& part : parts) bodies.push_back(part.body);
  const std::vector<base::GlobalIndex> numbers = distribution_.numbersOf(bodies);
  auto number = numbers.begin();
  for (auto& parts : rows_.slopes)
    for (auto& part : parts) part.body = *number++;
}

}  // namespace tenon::contact

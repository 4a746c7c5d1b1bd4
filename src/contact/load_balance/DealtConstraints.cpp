#include "DealtConstraints.hpp"

namespace tenon::contact {

DealtConstraints::DealtConstraints(const Deal& deal, ExactConstraints& of_owners) : deal_(deal), of_owners_(of_owners) {
  renumber();
}

void DealtConstraints::follow(const std::vector<double>& increments) {
  of_owners_.follow(deal_.toOwners(increments, 6));
  renumber();
}

// Copies the rows and converts their body numbers. @note Collective.
void DealtConstraints::renumber() {
  rows_ = of_owners_.rows();
  std::vector<base::GlobalIndex> bodies;
  for (const auto& parts : rows_.slopes)
    for (const auto& part : parts) bodies.push_back(part.body);
  const std::vector<base::GlobalIndex> numbers = deal_.numbersOf(bodies);
  auto number = numbers.begin();
  for (auto& parts : rows_.slopes)
    for (auto& part : parts) part.body = *number++;
}

}  // namespace tenon::contact

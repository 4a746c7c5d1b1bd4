#include "tableTimes.hpp"

#include <algorithm>

#include "tenon/base/Tabulated.hpp"
#include "tenon/system/MappedConstraint.hpp"

namespace tenon::analysis {

std::vector<double> tableTimes(const system::MechanicalSystem& mechanics) {
  std::vector<double> times;
  const auto add = [&](const auto& contributor) {
    if (const auto* tabulated = dynamic_cast<const base::Tabulated*>(&contributor))
      for (const auto& entry : tabulated->history().table()) times.push_back(entry.first);
  };
  for (const force::ForceField* force : mechanics.forceFields()) {
    const auto* mapped = dynamic_cast<const system::MappedForce*>(force);
    add(mapped != nullptr ? mapped->force() : *force);
  }
  for (const auto& body : mechanics.bodies())
    for (const auto& condition : body->conditions) add(*condition);
  for (const auto& condition : mechanics.jointConditions()) add(*condition);
  for (const auto& constraint : mechanics.constraints()) {
    const auto* mapped = dynamic_cast<const system::MappedConstraint*>(constraint.get());
    add(mapped != nullptr ? mapped->constraint() : *constraint);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace tenon::analysis

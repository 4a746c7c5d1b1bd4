// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "collectTableTimes.hpp"

#include <algorithm>

#include "system/mapped/MappedForce.hpp"
#include "tenon/base/History.hpp"
#include "velocityTables.hpp"

namespace tenon::analysis {

std::vector<double> collectTableTimes(const system::MechanicalSystem& mechanics) {
  std::vector<double> times;
  const auto add = [&](const auto& contributor) {
    if (const auto* tabulated = dynamic_cast<const base::TabulatedInTime*>(&contributor))
      for (const auto& entry : tabulated->history().table()) times.push_back(entry.first);
  };
  for (const force::ForceField* force : mechanics.forceFields()) {
    const auto* mapped = dynamic_cast<const system::MappedForce*>(force);
    add(mapped != nullptr ? mapped->force() : *force);
  }
  for (const base::History* history : collectVelocityTables(mechanics, false))
    for (const auto& entry : history->table()) times.push_back(entry.first);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace tenon::analysis

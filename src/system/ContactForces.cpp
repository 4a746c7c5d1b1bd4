// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/ContactForces.hpp"

namespace tenon::system {

void ContactForces::addForce(la::ForceVector& f) const {
  for (const auto& [state, forces] : forces_) {
    const auto on_state = f.on(*state);
    for (std::size_t i = 0; i < forces.size(); ++i) on_state[static_cast<std::ptrdiff_t>(i)] += forces[i];
  }
}

std::vector<const la::State*> ContactForces::states() const {
  std::vector<const la::State*> all;
  for (const auto& one : forces_) all.push_back(one.first);
  return all;
}

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contactForces.hpp"

#include <utility>

#include "analysis/splitByBody.hpp"
#include "system/ContactForces.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {

la::Vector gatherContactForces(system::MechanicalSystem& mechanics) {
  const system::ContactForces* contacts = mechanics.contactForces();
  if (contacts == nullptr || contacts->states().empty()) return {};
  const system::StateArrays forces = system::forceOf(mechanics, *contacts);
  la::Vector vector = mechanics.layout().makeVector();
  mechanics.layout().gather({forces.begin(), forces.end()}, vector.get());
  return vector;
}

void setContactForces(system::MechanicalSystem& mechanics, Vec forces) {
  if (forces == nullptr || mechanics.contactForces() == nullptr) return;
  std::vector<std::vector<double>> by_body = splitByBody(mechanics, mechanics.layout(), forces);
  for (std::size_t b = 0; b < by_body.size(); ++b) {
    const la::State& state = mechanics.bodies()[b]->state();
    by_body[b].resize(static_cast<std::size_t>(state.layout().numOwned() * state.block()));
    mechanics.contactForces()->set(state, std::move(by_body[b]));
  }
}

}  // namespace tenon::analysis

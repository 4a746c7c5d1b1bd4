// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "JacobianState.hpp"

#include <algorithm>
#include <utility>

#include "analysis/splitByBody.hpp"

namespace tenon::analysis {
namespace {

using Displacements = std::vector<std::vector<double>>;

Displacements displacementsOf(const system::MechanicalSystem& mechanics) {
  Displacements displacements;
  for (const auto& body : mechanics.bodies()) {
    const auto q = std::as_const(*body).state().displacement();
    displacements.emplace_back(q.begin(), q.end());
  }
  return displacements;
}

/// Sets the displacements of owned nodes and updates ghosts and mapped objects.
/// @note Collective.
void move(system::MechanicalSystem& mechanics, const Displacements& displacements) {
  for (std::size_t b = 0; b < displacements.size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    std::copy_n(displacements[b].begin(), state.layout().numOwned() * state.block(), state.displacement().begin());
    state.updateGhosts();
  }
  mechanics.updateMappedStates();
}

}  // namespace

void JacobianState::store(const system::MechanicalSystem& mechanics) {
  displacements_ = displacementsOf(mechanics);
}

void JacobianState::pack(const system::MechanicalSystem& mechanics) {
  if (displacements_.empty()) return;
  vector_ = mechanics.layout().makeVector();
  mechanics.layout().gather({displacements_.begin(), displacements_.end()}, vector_.get());
}

void JacobianState::restore(Equations& equations, const std::function<void()>& find_pairs) {
  if (!vector_ || equations.constraints() == nullptr) return;
  system::MechanicalSystem& mechanics = equations.mechanics();
  const Displacements now = displacementsOf(mechanics);
  displacements_ = splitByBody(mechanics, mechanics.layout(), vector_.get());
  const la::Vector x = la::makeZeroLike(vector_.get()), multipliers = equations.constraints()->makeVector();
  equations.getUnknowns(x.get(), multipliers.get());
  move(mechanics, displacements_);
  find_pairs();
  equations.setMultipliers(multipliers.get());
  move(mechanics, now);
}

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation.hpp"

#include <algorithm>

#include "DeferredErrors.hpp"
#include "system/forms/TermProduct.hpp"

namespace tenon::system {
namespace {

// Adds sum (beta_c + beta) K_c v - sum (alpha_c + alpha) M_c v to the forces.
void addRayleighForces(const MechanicalSystem& mechanics, StateArrays& forces) {
  Terms terms = Terms::collect(mechanics, {0.0, 1.0, 0.0}, {true, true, true, false});
  terms.damping.clear();  // addForce() contains these forces
  if (terms.stiffness.empty() && terms.mass.empty()) return;
  StateArrays velocities;
  bool moves = false;
  for (const la::State* state : mechanics.states()) {
    const auto velocity = state->velocity();
    moves = moves || std::any_of(velocity.begin(), velocity.end(), [](double v) { return v != 0.0; });
    velocities.emplace_back(velocity.begin(), velocity.end());
  }
  if (!mechanics.comm().any(moves)) return;
  TermProduct product(mechanics, terms);
  StateArrays damping = zeroArrays(mechanics.states());
  product.addTo(velocities, damping);
  for (std::size_t s = 0; s < forces.size(); ++s)
    for (std::size_t i = 0; i < forces[s].size(); ++i) forces[s][i] += product.scale() * damping[s][i];
}

StateArrays massTimes(const MechanicalSystem& mechanics, gsl::span<const double> (la::State::*values)() const) {
  StateArrays factors, sum = zeroArrays(mechanics.states());
  for (const la::State* state : mechanics.states()) {
    const auto of_state = (state->*values)();
    factors.emplace_back(of_state.begin(), of_state.end());
  }
  // masses have the factor 1
  TermProduct(mechanics, Terms::collect(mechanics, {1.0, 0.0, 0.0})).addTo(factors, sum);
  return sum;
}

}  // namespace

StateArrays forceOf(const MechanicalSystem& mechanics, const force::ForceField& force) {
  StateArrays values = zeroArrays(mechanics.states());
  la::ForceVector f([&](const la::State& state) { return gsl::span<double>(values[mechanics.indexOf(state)]); });
  DeferredErrors errors;
  errors.run([&] { force.addForce(f); });
  errors.throwOnAllRanks(mechanics.comm());
  return values;
}

StateArrays forcesOf(const MechanicalSystem& mechanics) {
  StateArrays values = zeroArrays(mechanics.states());
  la::ForceVector f([&](const la::State& state) { return gsl::span<double>(values[mechanics.indexOf(state)]); });
  mechanics.updateMappedStates();  // even if no force acts on mapped states
  DeferredErrors errors;
  for (const auto* force : mechanics.forceFields()) errors.run([&] { force->addForce(f); });
  errors.throwOnAllRanks(mechanics.comm());
  addRayleighForces(mechanics, values);
  return values;
}

StateArrays inertiaOf(const MechanicalSystem& mechanics) {
  return massTimes(mechanics, &la::State::acceleration);
}

double kineticEnergyOf(const MechanicalSystem& mechanics) {
  const StateArrays momentum = massTimes(mechanics, &la::State::velocity);
  const auto states = mechanics.states();
  double sum = 0.0;
  for (std::size_t s = 0; s < momentum.size(); ++s) {
    const auto velocity = states[s]->velocity();
    const auto owned = static_cast<std::size_t>(states[s]->layout().numOwned() * states[s]->block());
    for (std::size_t i = 0; i < owned; ++i) sum += 0.5 * velocity[i] * momentum[s][i];
  }
  return mechanics.comm().sum(sum);
}

std::vector<double> constraintResidualOf(const MechanicalSystem& mechanics) {
  std::vector<double> phi(static_cast<std::size_t>(mechanics.numMultipliers()), 0.0);
  std::size_t start = 0;
  DeferredErrors errors;
  for (const auto& constraint : mechanics.constraints()) {
    const auto rows = static_cast<std::size_t>(constraint->numRows());
    if (constraint->active) errors.run([&] { constraint->addResidual(gsl::span<double>(phi).subspan(start, rows)); });
    start += rows;
  }
  errors.throwOnAllRanks(mechanics.comm());
  for (std::size_t row = 0; row < phi.size(); ++row)
    if (mechanics.dropped()[row] != 0) phi[row] = 0.0;
  return phi;
}

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "EnergyBalance.hpp"
#include "force/GyroscopicForce.hpp"
#include "system/ContactForces.hpp"
#include "system/DeferredErrors.hpp"
#include "system/evaluation.hpp"
#include "system/mapped/MappedForce.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace tenon::analysis {

EnergyBalance::EnergyBalance(system::MechanicalSystem& mechanics)
    : mechanics_(mechanics), stores_(mechanics.forceFields().size(), 0) {}

void EnergyBalance::restartFrom(const RestartData& before) {
  energies_ = before.energies;
  if (before.stores.size() == stores_.size()) stores_ = before.stores;
  has_started_ = is_restarted_ = true;
}

const Energies& EnergyBalance::update(double time, const Solution& solution) {
  TimeSample now = takeSample(time, solution);
  energies_.kinetic = solution.kinetic_energy;
  if (std::exchange(is_restarted_, false)) {
    last_ = std::move(now);
    return energies_;
  }
  if (!has_started_) {
    energies_.at_start = energies_.kinetic + energies_.elastic;
    has_started_ = true;
  } else {
    last_.contacts = now.contacts;
    if (solution.contacts)
      last_.constraints = now.constraints, last_.reactions = now.reactions;  // mean values over the step, too
    std::array work{workOf(now, &TimeSample::damping),     workOf(now, &TimeSample::loads),
                    workOf(now, &TimeSample::constraints), workOf(now, &TimeSample::reactions),
                    workOf(now, &TimeSample::unknown),     workOf(now, &TimeSample::contacts)};
    mechanics_.comm().sumInPlace(gsl::span<double>(work));
    energies_.dissipated -= work[0] + work[5];
    energies_.loads += work[1];
    const bool has_constraints = !solution.constraint_force.empty();
    energies_.constraints += work[2] + (has_constraints ? solution.jump_work : 0.0);
    energies_.supports += work[3] + (has_constraints ? 0.0 : solution.jump_work);
    energies_.unknown -= work[4];
  }
  for (const double size : {energies_.kinetic, energies_.elastic, energies_.dissipated, energies_.loads,
                            energies_.constraints, energies_.supports, energies_.unknown})
    energies_.largest = std::max(energies_.largest, std::abs(size));
  last_ = std::move(now);
  return energies_;
}

EnergyBalance::TimeSample EnergyBalance::takeSample(double time, const Solution& solution) {
  TimeSample sample;
  sample.time = time;
  for (const auto& body : mechanics_.bodies()) {
    const gsl::span<const double> velocity = std::as_const(*body).state().velocity();
    sample.velocity.emplace_back(velocity.begin(), velocity.end());
  }
  sample.constraints = solution.constraint_force;
  sample.reactions = solution.reactions;
  if (!isDamped()) {
    assignForces(sample);  // mapped states are up to date, because the solution's forces have been evaluated
    return sample;
  }
  Arrays zero = sample.velocity;
  for (auto& values : zero) std::fill(values.begin(), values.end(), 0.0);
  setVelocities(zero);
  const Arrays standing = system::forcesOf(mechanics_);
  assignForces(sample);
  setVelocities(sample.velocity);
  mechanics_.updateMappedStates();
  sample.damping = solution.forces;
  for (std::size_t b = 0; b < standing.size(); ++b)
    std::transform(sample.damping[b].begin(), sample.damping[b].end(), standing[b].begin(), sample.damping[b].begin(),
                   std::minus<>());
  subtractInertia(sample.damping);
  return sample;
}

// Subtracts forces that depend on velocities because mappings are nonlinear or bodies rotate. They
// change the kinetic energy by as much as the change of M(q) does and dissipate nothing.
void EnergyBalance::subtractInertia(Arrays& forces) const {
  for (const auto* force : mechanics_.forceFields()) {
    if (dynamic_cast<const system::CurvatureInertia*>(force) == nullptr &&
        dynamic_cast<const force::GyroscopicForce*>(force) == nullptr)
      continue;
    const Arrays inertia = system::forceOf(mechanics_, *force);
    for (std::size_t b = 0; b < forces.size(); ++b)
      std::transform(forces[b].begin(), forces[b].end(), inertia[b].begin(), forces[b].begin(), std::minus<>());
  }
}

bool EnergyBalance::isDamped() const {
  const auto forces = mechanics_.forceFields();
  const auto masses = mechanics_.masses();
  return mechanics_.rayleigh.mass != 0.0 || mechanics_.rayleigh.stiffness != 0.0 ||
         std::any_of(forces.begin(), forces.end(),
                     [](const auto* one) { return one->dependsOnVelocity() || one->rayleigh_stiffness != 0.0; }) ||
         std::any_of(masses.begin(), masses.end(), [](const auto* one) { return one->rayleigh_mass != 0.0; });
}

void EnergyBalance::setVelocities(const Arrays& velocities) {
  for (std::size_t b = 0; b < velocities.size(); ++b)
    std::copy(velocities[b].begin(), velocities[b].end(), mechanics_.bodies()[b]->state().velocity().begin());
}

// Sums the stored energies, and the forces that store no energy.
void EnergyBalance::assignForces(TimeSample& sample) {
  const auto forces = mechanics_.forceFields();
  std::vector<double> energies;
  for (const auto* force : forces) energies.push_back(force->hasEnergy() ? force->energy() : 0.0);
  mechanics_.comm().sumInPlace(gsl::span<double>(energies));
  energies_.elastic = 0.0;
  system::DeferredErrors errors;
  for (std::size_t c = 0; c < forces.size(); ++c) {
    energies_.elastic += energies[c];
    const bool are_contacts = forces[c] == mechanics_.contactForces();
    stores_[c] = stores_[c] != 0 || energies[c] != 0.0;
    if (stores_[c] != 0) continue;
    Arrays& sum = are_contacts ? sample.contacts : forces[c]->hasEnergy() ? sample.loads : sample.unknown;
    if (sum.empty())
      for (const auto& velocity : sample.velocity) sum.emplace_back(velocity.size(), 0.0);
    la::ForceVector f([&](const la::State& state) { return gsl::span<double>(sum[mechanics_.indexOf(state)]); });
    errors.run([&] { forces[c]->addForce(f); });
  }
  errors.throwOnAllRanks(mechanics_.comm());
}

/// Returns the work at the nodes of this rank since the last call of follow().
double EnergyBalance::workOf(const TimeSample& now, Arrays TimeSample::*force) const {
  const Arrays &before = last_.*force, &after = now.*force;
  double sum = 0.0;
  for (std::size_t b = 0; b < now.velocity.size(); ++b) {
    const la::State& state = mechanics_.bodies()[b]->state();
    const auto owned = static_cast<std::size_t>(state.layout().numOwned() * state.block());
    for (std::size_t i = 0; i < owned; ++i) {
      const double f = (before.empty() ? 0.0 : before[b][i]) + (after.empty() ? 0.0 : after[b][i]);
      sum += (last_.velocity[b][i] + now.velocity[b][i]) * f;
    }
  }
  return 0.25 * (now.time - last_.time) * sum;
}

}  // namespace tenon::analysis

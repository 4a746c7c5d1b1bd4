// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "makeReport.hpp"

#include <algorithm>

#include "base/Runtime.hpp"
#include "contactState.hpp"
#include "multiplierSummary.hpp"
#include "simulation/report/magnitudes.hpp"
#include "simulation/results/balance/ReactionShares.hpp"
#include "simulation/results/balance/Resultants.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::simulation {
namespace {

using base::LocalIndex;
using system::Body;
using system::MechanicalSystem;

/// Returns the largest of a value per owned node over all ranks; among equal values that of the
/// lowest node number.
template <class Value>
Report::Extreme largest(const Body& body, Value&& value) {
  Report::Extreme here;
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
    const double v = value(static_cast<std::size_t>(node));
    const std::int64_t tag = body.mesh().nodeTags()[static_cast<std::size_t>(node)];
    if (here.node >= 0 && (v < here.value || (v == here.value && tag > here.node))) continue;
    const double* x = body.mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node);
    here = {v, tag, {x[0], x[1], x[2]}};
  }
  Report::Extreme best;
  for (const auto& candidate : body.mesh().comm().gather(here)) {
    const bool better = candidate.value > best.value || (candidate.value == best.value && candidate.node < best.node);
    if (candidate.node >= 0 && (best.node < 0 || better)) best = candidate;
  }
  return best;
}

Report::BodyReport describe(const Body& body) {
  Report::BodyReport report;
  const auto& comm = body.mesh().comm();
  report.name = body.name();
  report.nodes = body.mesh().layout().numGlobal();
  long cells = 0;
  for (const auto& block : body.mesh().blocks())
    if (mesh::info(block.type).dimension == body.mesh().dimension()) cells += block.num_owned;
  report.cells = comm.sum(cells);
  for (const auto& mass : body.masses) report.mass += comm.sum(mass->total());

  report.displacement = largest(body, [&](std::size_t node) {
    return la::expandToFrame(body.state(), body.state().displacement(), static_cast<LocalIndex>(node)).head<3>().norm();
  });
  const auto hasStress = [](const auto& force) {
    return dynamic_cast<const fem::StressSource*>(force.get()) != nullptr;
  };
  if (std::none_of(body.forces.begin(), body.forces.end(), hasStress)) return report;
  const auto von_mises = fem::recover(body.domain(), body.forces).vonMisesAtNodes();
  report.von_mises = largest(body, [&](std::size_t node) { return von_mises[node]; });
  return report;
}

void addEnergy(const MechanicalSystem& system, Report& report) {
  for (const auto* force : system.forceFields()) {
    report.energy += system.comm().sum(force->energy());
    if (!force->hasEnergy()) report.without_energy.push_back(force->name());
  }
}

/// Adds the descriptions of all bodies, and the resultants of their loads, reactions and
/// conditions.
void addBodies(const MechanicalSystem& system, const analysis::Solution& solution, const Resultants& resultant,
               Report& report) {
  const auto& bodies = system.bodies();
  const ReactionShares shares(system, solution.reactions);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = *bodies[b];
    report.bodies.push_back(describe(body));
    report.load = report.load + resultant.of(body, solution.forces[b]);
    report.total_reaction = report.total_reaction + resultant.of(body, solution.reactions[b]);
    if (report.moves) report.inertia = report.inertia + resultant.of(body, solution.inertia[b]);
    for (const auto& condition : body.conditions)
      report.reactions.push_back(resultant.of(body, shares.of(*condition), *condition));
  }
  for (const Body* body : system.mappedBodies()) report.bodies.push_back(describe(*body));
  addEnergy(system, report);
  for (const auto& condition : system.couplingConditions()) {
    const std::size_t b = system.indexOf(condition->state());
    report.reactions.push_back(resultant.of(*bodies[b], shares.of(*condition), *condition));
  }
}

void addConstraints(const MechanicalSystem& system, const analysis::Solution& solution, const Resultants& resultant,
                    Report& report) {
  for (std::size_t c = 0; c < system.constraints().size(); ++c) {
    const constraint::Constraint& constraint = *system.constraints()[c];
    Report::Total total{constraint.name(), {}, report.centre};
    for (std::size_t b = 0; b < system.bodies().size(); ++b)
      total.sum = total.sum + resultant.of(*system.bodies()[b], solution.constraint_forces[c][b]);
    addMagnitudes(system, solution.constraint_forces[c], report);
    report.constraints.push_back(total);
    report.multipliers_of.push_back(summariseMultipliers(system, constraint, solution.multipliers[c]));
    report.contacts.push_back(summariseContact(system.comm(), constraint, solution.multipliers[c], report.extent));
  }
}

}  // namespace

Report makeReport(const MechanicalSystem& system, const analysis::Solution& solution) {
  Report report;
  const auto& comm = system.comm();
  report.ranks = comm.size();
  report.unknowns = system.numUnknowns();
  report.multipliers = comm.sum(static_cast<long>(system.numMultipliers()));
  report.statistics = solution.statistics;
  report.moves = !solution.inertia.empty();
  report.kinetic_energy = solution.kinetic_energy;
  report.modes = solution.modes;
  report.rigid_contacts = solution.contacts;
  report.movable_mass = solution.movable_mass;
  report.critical_points = solution.critical_points;
  const fem::Box box = boxOf(system);
  report.centre = 0.5 * (box.low + box.high);
  report.extent = box.size();
  const Resultants resultant(system, report.centre);
  addBodies(system, solution, resultant, report);
  addForceFields(system, resultant, report);
  addMagnitudes(system, solution.reactions, report);
  if (report.moves) addMagnitudes(system, solution.inertia, report);
  addConstraints(system, solution, resultant, report);
  const double memory = base::peakMemoryMiB();
  report.least_memory = comm.min(memory);
  report.mean_memory = comm.sum(memory) / comm.size();
  report.most_memory = comm.max(memory);
  return report;
}

}  // namespace tenon::simulation

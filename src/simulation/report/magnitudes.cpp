// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "magnitudes.hpp"

#include <algorithm>

#include "fem/search/Box.hpp"
#include "system/evaluation.hpp"
#include "system/forms/TermProduct.hpp"
#include "tenon/force/Solid.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::simulation {

using base::LocalIndex;
using base::Vec3;
using system::Body;
using system::MechanicalSystem;

namespace {

/// Returns the part K u of the force of a linear solid, by body. The other part is the force of
/// thermal strains. In free thermal expansion, both parts cancel except for round-off.
/// @note Collective.
system::StateArrays elasticForceOf(const MechanicalSystem& system, const force::ForceField& solid) {
  system::Terms terms;
  terms.stiffness.push_back({&solid, 1.0});
  terms.prepare(system);
  system::StateArrays displacements, forces = system::zeroArrays(system.states());
  for (const la::State* state : system.states()) {
    const auto u = state->displacement();
    displacements.emplace_back(u.begin(), u.end());
  }
  system::TermProduct(system, terms).addTo(displacements, forces);
  return forces;
}

}  // namespace

fem::Box boxOf(const MechanicalSystem& system) {
  fem::Box box;
  for (const auto& body : system.bodies())
    for (LocalIndex node = 0; node < body->mesh().layout().numOwned(); ++node)
      box.include(Vec3(body->mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node)));
  return fem::unitedBox(system.comm(), box);
}

void addMagnitudes(const MechanicalSystem& system, const std::vector<std::vector<double>>& forces, Report& report) {
  double sums[2] = {};
  for (std::size_t b = 0; b < forces.size(); ++b) {
    const Body& body = *system.bodies()[b];
    if (body.state().kind() == la::NodeKind::scalars) continue;
    for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
      const base::Vec6 load = la::expandToFrame(body.state(), forces[b], node);
      sums[0] += load.head<3>().norm(), sums[1] += load.tail<3>().norm();
    }
  }
  system.comm().sumInPlace(gsl::span<double>(sums));
  report.force_magnitude = std::max(report.force_magnitude, sums[0]);
  report.moment_magnitude = std::max(report.moment_magnitude, sums[1]);
}

void addForceFields(const MechanicalSystem& system, const Resultants& resultant, Report& report) {
  for (const auto* force : system.forceFields()) {
    const auto forces = system::forceOf(system, *force);
    addMagnitudes(system, forces, report);
    if (force->isLinear() && dynamic_cast<const force::Solid*>(force) != nullptr)
      addMagnitudes(system, elasticForceOf(system, *force), report);
    if (!force->isSupport()) continue;
    Report::Total total{force->name(), {}, report.centre};
    for (std::size_t b = 0; b < forces.size(); ++b)
      total.sum = total.sum + resultant.of(*system.bodies()[b], forces[b]);
    report.load = report.load - total.sum;
    report.total_reaction = report.total_reaction + total.sum;
    report.reactions.push_back(total);
  }
}

}  // namespace tenon::simulation

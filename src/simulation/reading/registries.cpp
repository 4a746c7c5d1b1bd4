// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/simulation/reading/registries.hpp"

#include "analysis/Analysis.hpp"
#include "system/forms/registry.hpp"

namespace tenon::simulation {

Registries& registries() {
  static Registries all = [] {
    Registries made;
    force::registerForces(made.forces);
    force::registerInteractions(made.interactions);
    mass::registerMasses(made.masses);
    mapping::registerMappings(made.mappings);
    mapping::registerMeasurements(made.measurements);
    constraint::registerConditions(made.conditions);
    constraint::registerCouplingConditions(made.joint_conditions);
    constraint::registerConstraints(made.constraints);
    constraint::registerContacts(made.contacts);
    contact::registerShapes(made.shapes);
    contact::registerRigidContacts(made.rigid_contacts);
    system::registerSystems(made.systems);
    solver::registerPresets(made.presets);
    analysis::registerAnalyses(made.analyses);
    return made;
  }();
  return all;
}

}  // namespace tenon::simulation

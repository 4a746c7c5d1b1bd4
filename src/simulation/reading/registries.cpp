// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/simulation/reading/registries.hpp"

#include <fmt/format.h>

#include <set>

#include "analysis/Analysis.hpp"
#include "analysis/adjoint/objectives/registerObjectives.hpp"
#include "constraint/registry.hpp"
#include "contact/shapes/registry.hpp"
#include "mapping/registry.hpp"
#include "mass/registry.hpp"
#include "simulation/results/fields/registry.hpp"
#include "system/forms/registry.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/contact/ConeSolver.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/simulation/results/Output.hpp"

namespace tenon::simulation {
namespace {

template <class... Registry>
void requireDistinctNamesIn(const Registry&... all) {
  const auto check = [](const auto& registry) {
    std::set<std::string> used;
    for (const base::TypeInfo& type : registry.types()) {
      std::vector<std::string> names = type.former_names;
      names.push_back(type.name);
      for (const std::string& name : names)
        if (!used.insert(name).second)
          throw base::InternalError(fmt::format(
              "Two types are registered as the {} '{}': register one of them by another name.", registry.kind(), name));
    }
  };
  (check(all), ...);
}

}  // namespace

void requireDistinctNames(const Registries& all) {
  requireDistinctNamesIn(all.derivations, all.forces, all.interactions, all.materials, all.masses, all.mappings,
                         all.measurements, all.conditions, all.joint_conditions, all.constraints, all.contacts,
                         all.shapes, all.rigid_contacts, all.contact_solvers, all.systems, all.analyses, all.steppers,
                         all.output_fields, all.histories, all.objectives);
}

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
    registerOutputFields(made.output_fields);
    made.histories.addCommon<HistoryName>();
    analysis::registerObjectives(made.objectives);
    return made;
  }();
  return all;
}

}  // namespace tenon::simulation

#include "tenon/simulation/registries.hpp"

#include "tenon/solver/Statics.hpp"

namespace tenon::simulation {

Registries& registries() {
  static Registries all = [] {
    Registries made;
    force::registerForces(made.forces);
    force::registerInteractions(made.interactions);
    mass::registerMasses(made.masses);
    mapping::registerMappings(made.mappings);
    constraint::registerConditions(made.conditions);
    constraint::registerJointConditions(made.joint_conditions);
    constraint::registerConstraints(made.constraints);
    system::registerSystems(made.systems);
    solver::registerPresets(made.presets);
    base::Parameters<solver::StaticsParameters> statics;
    solver::StaticsParameters::declare(statics);
    made.analyses.push_back(
        {"static", "equilibrium at each load step: one linear solve, or Newton's method", statics.infos()});
    return made;
  }();
  return all;
}

}  // namespace tenon::simulation

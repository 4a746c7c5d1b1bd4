#include "tenon/simulation/registries.hpp"

namespace tenon::simulation {

Registries& registries() {
  static Registries all = [] {
    Registries made;
    force::registerForces(made.forces);
    force::registerInteractions(made.interactions);
    mass::registerMasses(made.masses);
    constraint::registerConditions(made.conditions);
    constraint::registerConstraints(made.constraints);
    system::registerSystems(made.systems);
    solver::registerPresets(made.presets);
    made.analyses.push_back({"static", "equilibrium under constant loads: one linear solve", {}});
    return made;
  }();
  return all;
}

}  // namespace tenon::simulation

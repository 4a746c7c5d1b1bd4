#include "tenon/force/registry.hpp"

#include "tenon/fem/LinearElastic.hpp"
#include "tenon/fem/OrthotropicElastic.hpp"
#include "tenon/force/BodyForce.hpp"
#include "tenon/force/Elastic.hpp"
#include "tenon/force/Gravity.hpp"
#include "tenon/force/NodalForce.hpp"
#include "tenon/force/Pressure.hpp"
#include "tenon/force/Traction.hpp"

namespace tenon::force {

void registerForces(ForceRegistry& forces) {
  forces.add<Elastic>("elastic", "internal force of a solid at small strain");
  forces.add<Gravity>("gravity", "weight of a solid");
  forces.add<BodyForce>("body-force", "a constant force per volume");
  forces.add<Traction>("traction", "a constant force per area on a group of faces");
  forces.add<Pressure>("pressure", "a pressure on a group of faces");
  forces.add<NodalForce>("nodal-force", "a force on the nodes of a group");
}

void registerInteractions(InteractionRegistry&) {}

void registerMaterials(MaterialRegistry& materials) {
  materials.add<SolidForce<fem::LinearElastic>>("linear-elastic", "isotropic linear elasticity");
  materials.add<SolidForce<fem::OrthotropicElastic>>("orthotropic-elastic",
                                                     "linear elasticity with three planes of symmetry: x, y, z");
}

MaterialRegistry& materials() {
  static MaterialRegistry registry = [] {
    MaterialRegistry made("material");
    registerMaterials(made);
    return made;
  }();
  return registry;
}

}  // namespace tenon::force

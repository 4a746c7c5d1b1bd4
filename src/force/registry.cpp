#include "tenon/force/registry.hpp"

#include "tenon/fem/LinearElastic.hpp"
#include "tenon/fem/OrthotropicElastic.hpp"
#include "tenon/fem/ShearElastic.hpp"
#include "tenon/fem/hyperelastic/materials.hpp"
#include "tenon/fem/inelastic/FiniteJ2Plasticity.hpp"
#include "tenon/fem/inelastic/J2Plasticity.hpp"
#include "tenon/force/AngularSprings.hpp"
#include "tenon/force/BodyForce.hpp"
#include "tenon/force/Corotational.hpp"
#include "tenon/force/Elastic.hpp"
#include "tenon/force/FollowerPressure.hpp"
#include "tenon/force/Gravity.hpp"
#include "tenon/force/NodalForce.hpp"
#include "tenon/force/PointSprings.hpp"
#include "tenon/force/Pressure.hpp"
#include "tenon/force/RestShapeSprings.hpp"
#include "tenon/force/ScalarSprings.hpp"
#include "tenon/force/Springs.hpp"
#include "tenon/force/StoredMatrix.hpp"
#include "tenon/force/Traction.hpp"
#include "tenon/force/VelocityDamping.hpp"
#include "tenon/force/Viscoelastic.hpp"
#include "tenon/force/interactions/Bushing.hpp"
#include "tenon/force/structures/Beam.hpp"
#include "tenon/force/structures/LineLoad.hpp"
#include "tenon/force/structures/Membrane.hpp"
#include "tenon/force/structures/Truss.hpp"

namespace tenon::force {

void registerForces(ForceRegistry& forces) {
  forces.addCommon<ForceDamping>();
  forces.add<Elastic>("elastic", "internal force of a solid at small strain");
  forces.add<Corotational>("corotational",
                           "linear elasticity that turns with each element: large rotations, small strains");
  forces.add<Truss>("truss", "bars that carry forces along themselves, for large motions");
  forces.add<Cable>("cable", "bars that are only pulled, slack without force");
  forces.add<Beam>("beam", "beams between nodes that turn, for large motions");
  forces.add<Membrane>("membrane", "a surface in space that stretches but does not bend, for large motions");
  forces.add<Gravity>("gravity", "weight of a solid");
  forces.add<BodyForce>("body-force", "a force per volume, constant or a field");
  forces.add<Traction>("traction", "a force per area on a group of faces, constant or a field");
  forces.add<Pressure>("pressure", "a pressure on a group of faces");
  forces.add<LineLoad>("line-load", "a force per length on lines, such as beams, constant or a field");
  forces.add<NodalForce>("nodal-force", "a force on the nodes of a group");
  forces.add<FollowerPressure>("follower-pressure", "a pressure on a group of faces that turns and grows with them");
  forces.add<RestShapeSprings>("rest-shape-springs", "springs between the nodes of a group and their places at rest");
  forces.add<ScalarSprings>("scalar-springs", "a law for scalars that a mapping measures, such as lengths or volumes");
  forces.add<NodalDamper>("nodal-damper", "dampers between the nodes of a group and the ground");
  forces.add<UniformDamping>("uniform-damping", "damping of the velocity of all nodes");
  forces.add<DiagonalDamping>("diagonal-damping", "damping of the velocity of all nodes, by component");
}

void registerInteractions(InteractionRegistry& interactions) {
  interactions.addCommon<ForceDamping>();
  interactions.add<Springs>("springs", "springs and dampers along the lines between pairs of nodes");
  interactions.add<PointSprings>("point-springs",
                                 "springs and dampers between points of rigid bodies, nodes, the ground");
  interactions.add<Bushing>("bushing",
                            "elastic and viscous couplings of all six motions of bodies, or with the ground");
  interactions.add<PolynomialSprings>("polynomial-springs", "springs whose tension is a polynomial of the elongation");
  interactions.add<AngularSprings>("angular-springs", "springs that keep the angle between three nodes");
  interactions.add<StoredMatrix>("matrix", "a stiffness from a file, of one object or of several");
}

void registerMaterials(MaterialRegistry& materials) {
  materials.add<SolidForce<fem::LinearElastic>>("linear-elastic", "isotropic linear elasticity");
  materials.add<SolidForce<fem::OrthotropicElastic>>("orthotropic-elastic",
                                                     "linear elasticity with three planes of symmetry: x, y, z");
  materials.add<SolidForce<fem::SaintVenantKirchhoff>>("saint-venant-kirchhoff",
                                                       "isotropic elasticity for large rotations and small strains");
  materials.add<SolidForce<fem::NeoHookean>>("neo-hookean", "rubber-like elasticity for large strains");
  materials.add<SolidForce<fem::IsochoricNeoHookean>>("isochoric-neo-hookean",
                                                      "neo-Hookean elasticity with shear and volume apart");
  materials.add<SolidForce<fem::StableNeoHookean>>(
      "stable-neo-hookean", "neo-Hookean elasticity that is defined for elements turned inside out too");
  materials.add<SolidForce<fem::MooneyRivlin>>("mooney-rivlin", "rubber, by both invariants");
  materials.add<SolidForce<fem::Ogden>>("ogden", "rubber, by powers of the principal stretches");
  materials.add<SolidForce<fem::ArrudaBoyce>>("arruda-boyce", "rubber, by chains that come to their full length");
  materials.add<SolidForce<fem::VerondaWestmann>>("veronda-westmann", "soft tissue that stiffens exponentially");
  materials.add<SolidForce<fem::FibreReinforced>>("fibre-reinforced",
                                                  "soft tissue with fibres that carry tension only");
  materials.add<SolidForce<fem::Guccione>>("guccione", "passive heart muscle with fibres");
  materials.add<SolidForce<fem::Costa>>("costa", "passive heart muscle with fibres in sheets");
  materials.add<SolidForce<fem::J2Plasticity>>("j2-plasticity",
                                               "metal that yields by von Mises and hardens, at small strain");
  materials.add<SolidForce<fem::FiniteJ2Plasticity>>("finite-j2-plasticity",
                                                     "metal that yields by von Mises and hardens, at large strain");
  materials.add<Viscoelastic>("viscoelastic", "a material for large strain whose deviatoric stress relaxes in time");
  materials.add<SolidForce<fem::ShearElastic>>("shear-elastic",
                                               "isotropic linear elasticity beside the constraint incompressible");
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

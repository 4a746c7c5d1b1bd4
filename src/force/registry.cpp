// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/force/registry.hpp"

#include "AngularSprings.hpp"
#include "Corotational.hpp"
#include "DensityLoad.hpp"
#include "FollowerPressure.hpp"
#include "Gravity.hpp"
#include "NodalForce.hpp"
#include "PointSprings.hpp"
#include "RestShapeSprings.hpp"
#include "ScalarSprings.hpp"
#include "Springs.hpp"
#include "StoredMatrix.hpp"
#include "VelocityDamping.hpp"
#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/ShearElastic.hpp"
#include "fem/hyperelastic/materials.hpp"
#include "fem/inelastic/FiniteJ2Plasticity.hpp"
#include "fem/inelastic/J2Plasticity.hpp"
#include "force/interactions/Bushing.hpp"
#include "force/solid/Elastic.hpp"
#include "force/solid/Viscoelastic.hpp"
#include "force/structures/Beam.hpp"
#include "force/structures/LineLoad.hpp"
#include "force/structures/Membrane.hpp"
#include "force/structures/Truss.hpp"

namespace tenon::force {

void registerForces(ForceRegistry& forces) {
  forces.addCommon<ForceDamping>();
  forces.add<Elastic>("elastic", "internal force of a solid with a material for small or large strain");
  forces.add<Corotational>("corotational", "corotational linear elasticity: large rotations, small strains");
  forces.add<Truss>("truss", "trusses: bars with axial force only, for large displacements");
  forces.add<Cable>("cable", "cables: bars in tension only, slack under compression");
  forces.add<Beam>("beam",
                   "beams between nodes with rotational degrees of freedom, for large displacements and rotations");
  forces.add<Membrane>("membrane", "membranes: surfaces in space without bending stiffness, for large displacements");
  forces.add<Gravity>("gravity", "weight of an object");
  forces.add<BodyForce>("body-force", "a force per volume, constant or a field");
  forces.add<Traction>("traction", "a force per area on a group of faces, constant or a field");
  forces.add<Pressure>("pressure", "a pressure on a group of faces");
  forces.add<LineLoad>("line-load", "a force per length on lines, such as beams, constant or a field");
  forces.add<NodalForce>("nodal-force", "a force on the nodes of a group");
  forces.add<FollowerPressure>("follower-pressure", "follower pressure: a pressure on the deformed faces of a group");
  forces.add<RestShapeSprings>("rest-shape-springs",
                               "springs between the nodes of a group and their reference positions");
  forces.add<ScalarSprings>(
      "scalar-springs", "polynomial springs and dampers for scalars defined by a mapping, such as lengths or volumes");
  forces.add<NodalDamper>("nodal-damper", "dampers between the nodes of a group and the ground");
  forces.add<UniformDamping>("uniform-damping", "viscous damping of all nodes");
  forces.add<DiagonalDamping>("diagonal-damping", "viscous damping of all nodes, by component");
}

void registerInteractions(InteractionRegistry& interactions) {
  interactions.addCommon<ForceDamping>();
  interactions.add<Springs>("springs", "springs and dampers along the lines between pairs of nodes");
  interactions.add<PointSprings>("point-springs",
                                 "springs and dampers between points of rigid bodies, nodes and the ground");
  interactions.add<Bushing>("bushing",
                            "bushings: elastic and viscous couplings of all six relative displacements and rotations "
                            "of two bodies, or of a body and the ground");
  interactions.add<PolynomialSprings>("polynomial-springs", "springs whose tension is a polynomial of the elongation");
  interactions.add<AngularSprings>("angular-springs", "angular springs between three nodes");
  interactions.add<StoredMatrix>("matrix", "a stiffness matrix from a file, for one or several objects");
}

void registerMaterials(MaterialRegistry& materials) {
  materials.add<SolidForce<fem::LinearElastic>>("linear-elastic", "isotropic linear elasticity");
  materials.add<SolidForce<fem::OrthotropicElastic>>("orthotropic-elastic",
                                                     "orthotropic linear elasticity with the axes x, y, z");
  materials.add<SolidForce<fem::SaintVenantKirchhoff>>(
      "saint-venant-kirchhoff", "Saint Venant-Kirchhoff elasticity for large rotations and small strains");
  materials.add<SolidForce<fem::NeoHookean>>("neo-hookean", "compressible neo-Hookean elasticity for large strains");
  materials.add<SolidForce<fem::IsochoricNeoHookean>>("isochoric-neo-hookean",
                                                      "neo-Hookean elasticity with isochoric-volumetric split");
  materials.add<SolidForce<fem::StableNeoHookean>>("stable-neo-hookean",
                                                   "neo-Hookean elasticity that is also defined for inverted elements");
  materials.add<SolidForce<fem::MooneyRivlin>>("mooney-rivlin",
                                               "Mooney-Rivlin model of rubber, in terms of the invariants I1 and I2");
  materials.add<SolidForce<fem::Ogden>>("ogden",
                                        "Ogden model of rubber, in terms of powers of the principal stretches");
  materials.add<SolidForce<fem::Network>>(
      "network", "polyconvex neural network of the isochoric invariants, with trained weights");
  materials.add<SolidForce<fem::ArrudaBoyce>>(
      "arruda-boyce", "Arruda-Boyce eight-chain model of rubber, with limited chain extensibility");
  materials.add<SolidForce<fem::VerondaWestmann>>("veronda-westmann",
                                                  "Veronda-Westmann model of soft tissue, with exponential stiffening");
  materials.add<SolidForce<fem::FibreReinforced>>("fibre-reinforced",
                                                  "fibre-reinforced soft tissue, with fibres in tension only");
  materials.add<SolidForce<fem::Guccione>>("guccione",
                                           "Guccione model of passive heart muscle, transversely isotropic");
  materials.add<SolidForce<fem::Costa>>("costa",
                                        "Costa model of passive heart muscle, orthotropic with fibres in sheets");
  materials.add<SolidForce<fem::J2Plasticity>>("j2-plasticity",
                                               "von Mises plasticity with isotropic hardening, for small strains");
  materials.add<SolidForce<fem::FiniteJ2Plasticity>>(
      "finite-j2-plasticity", "von Mises plasticity with isotropic hardening, for finite strains");
  materials.add<Viscoelastic>(
      "viscoelastic", "finite viscoelasticity: a finite-strain material with relaxation of the deviatoric stress");
  materials.add<SolidForce<fem::ShearElastic>>(
      "shear-elastic", "deviatoric part of isotropic linear elasticity, for use with the constraint 'incompressible'");
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/registry.hpp"

#include "constraint/contact/ContactConstraint.hpp"
#include "constraint/contact/Obstacle.hpp"
#include "constraint/dirichlet/Attachment.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/FixedDirection.hpp"
#include "constraint/dirichlet/NoRotation.hpp"
#include "constraint/dirichlet/NoTranslation.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/dirichlet/guides.hpp"
#include "constraint/incompressible/Incompressible.hpp"
#include "constraint/joints/Angle.hpp"
#include "constraint/joints/Distance.hpp"
#include "constraint/joints/Joint.hpp"
#include "constraint/joints/Rolling.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/MultiPoint.hpp"
#include "constraint/linear/Periodic.hpp"
#include "constraint/linear/Rigid.hpp"
#include "constraint/linear/pointGuides.hpp"
#include "constraint/sliding/SlidingConstraint.hpp"
#include "constraint/ties/Tie.hpp"

namespace tenon::constraint {

void registerConditions(ConditionRegistry& conditions) {
  conditions.add<Fixed>("fixed", "constrains the displacements of a group to zero");
  conditions.add<Prescribed>("prescribed",
                             "prescribes the displacements of a group as constants or as an affine field");
  conditions.add<OnPlane>("plane", "prescribes the displacements of a group along a given normal: n . u = value");
  conditions.add<OnLine>("line", "restricts the displacements of a group to one direction");
  conditions.add<FixedDirection>("direction", "constrains the displacements of a group along one direction to zero");
  conditions.add<NoTranslation>("no-translation", "removes the mean translation of a group");
  conditions.add<NoRotation>("no-rotation", "removes the mean rotation of a group about its centroid");
}

void registerCouplingConditions(CouplingConditionRegistry& conditions) {
  conditions.add<Attachment>("attachment", "gives pairs of nodes of two objects equal displacements");
}

void registerConstraints(ConstraintRegistry& constraints) {
  constraints.addCommon<ConstraintSettings>();
  constraints.add<Tie>(
      "tie", "ties two surfaces with non-matching meshes by a mortar method with exact face overlaps, or node by node");
  constraints.add<DisplacementConstraint>("prescribed",
                                          "prescribes the displacements of a group by Lagrange multipliers");
  constraints.addFormerName("hold", "prescribed");
  constraints.add<PointOnPoint>("point-on-point", "joins pairs of nodes or prescribes their relative displacement");
  constraints.add<PointOnLine>("point-on-line",
                               "constrains the nodes of a group to straight lines, which may be displaced");
  constraints.add<PointOnPlane>("point-on-plane", "constrains the nodes of a group to planes, which may be displaced");
  constraints.add<Distance>("distance",
                            "constrains the distance between pairs of nodes to a constant or prescribed value");
  constraints.add<PointOnSurface>("point-on-surface",
                                  "constrains nodes to a moving, deformable surface, on which they slide");
  constraints.add<PointOnPath>("point-on-path",
                               "constrains nodes to a moving, deformable path of edges, along which they slide");
  constraints.add<Rolling>("rolling",
                           "rolling of a wheel on a plane without slipping: a nonholonomic constraint on velocities");
  constraints.add<Angle>("angle", "constrains the angle between the two arms that three nodes define");
  constraints.add<Periodic>("periodic", "periodic boundary conditions of a unit cell under a macroscopic strain");
  constraints.add<MultiPoint>("multi-point", "linear multi-point constraints, given in the case or in a CSV file");
  constraints.add<Incompressible>("incompressible", "constrains the volume of an object by a pressure field");
  constraints.add<Rigid>("rigid", "constrains the nodes of groups to move as one rigid body");
  constraints.add<BallJoint>("ball-joint", "ball joint: a common point of rigid bodies, nodes or the ground");
  constraints.add<HingeJoint>("hinge-joint",
                              "hinge joint (revolute) between rigid bodies, free or with a prescribed angle");
  constraints.add<SliderJoint>("slider-joint",
                               "slider joint (prismatic) between rigid bodies, free or with a prescribed travel");
  constraints.add<UniversalJoint>("universal-joint", "universal joint: a ball joint with two orthogonal axes");
  constraints.add<FixedJoint>("fixed-joint", "fixed joint between rigid bodies, or a prescribed relative displacement");
}

void registerContacts(ContactRegistry& contacts) {
  contacts.add<ContactConstraint>("surface", "unilateral contact between two surfaces, with Coulomb friction");
  contacts.add<PlaneObstacle>("plane", "unilateral contact of nodes with a plane, fixed or with a prescribed motion");
  contacts.add<SphereObstacle>("sphere",
                               "unilateral contact of nodes with a sphere (in 2D, a disc), from outside or inside");
  contacts.add<CylinderObstacle>(
      "cylinder", "unilateral contact of nodes with a cylinder, infinite by default, from outside or inside");
  contacts.add<CapsuleObstacle>("capsule",
                                "unilateral contact of nodes with a capsule (all points within a given distance of a "
                                "segment), from outside or inside");
  contacts.add<BoxObstacle>("box", "unilateral contact of nodes with an axis-aligned box");
  contacts.add<HullObstacle>("hull", "unilateral contact of nodes with the convex hull of points");
}

}  // namespace tenon::constraint

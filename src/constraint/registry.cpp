#include "tenon/constraint/registry.hpp"

#include "tenon/constraint/Sliding.hpp"
#include "tenon/constraint/dirichlet/Attachment.hpp"
#include "tenon/constraint/dirichlet/BlockedDirection.hpp"
#include "tenon/constraint/dirichlet/Fixed.hpp"
#include "tenon/constraint/dirichlet/NoRotation.hpp"
#include "tenon/constraint/dirichlet/NoTranslation.hpp"
#include "tenon/constraint/dirichlet/OnLine.hpp"
#include "tenon/constraint/dirichlet/OnPlane.hpp"
#include "tenon/constraint/dirichlet/Prescribed.hpp"
#include "tenon/constraint/contact/Contact.hpp"
#include "tenon/constraint/contact/Obstacle.hpp"
#include "tenon/constraint/joints/Joint.hpp"
#include "tenon/constraint/linear/Hold.hpp"
#include "tenon/constraint/incompressible/Incompressible.hpp"
#include "tenon/constraint/linear/MultiPoint.hpp"
#include "tenon/constraint/linear/Periodic.hpp"
#include "tenon/constraint/linear/PointOnLine.hpp"
#include "tenon/constraint/linear/PointOnPlane.hpp"
#include "tenon/constraint/linear/PointOnPoint.hpp"
#include "tenon/constraint/linear/Rigid.hpp"
#include "tenon/constraint/joints/Angle.hpp"
#include "tenon/constraint/joints/Distance.hpp"
#include "tenon/constraint/joints/Rolling.hpp"
#include "tenon/constraint/ties/Tie.hpp"

namespace tenon::constraint {

void registerConditions(ConditionRegistry& conditions) {
  conditions.add<Fixed>("fixed", "holds the nodes of a group at 0");
  conditions.add<Prescribed>("prescribed", "holds the nodes of a group at given displacements, or at an affine field");
  conditions.add<OnPlane>("plane", "keeps the nodes of a group in planes of any direction: n . u = value");
  conditions.add<OnLine>("line", "lets the nodes of a group move along one direction only");
  conditions.add<BlockedDirection>("direction", "lets the nodes of a group not move along one direction");
  conditions.add<NoTranslation>("no-translation", "takes the mean translation of a group away");
  conditions.add<NoRotation>("no-rotation", "takes the mean rotation of a group about its centroid away");
}

void registerJointConditions(JointConditionRegistry& conditions) {
  conditions.add<Attachment>("attachment", "makes pairs of nodes of two objects move together");
}

void registerConstraints(ConstraintRegistry& constraints) {
  constraints.addCommon<ConstraintSettings>();
  constraints.add<Tie>("tie",
                       "ties two surfaces whose meshes need not match, exactly over the overlaps of their faces");
  constraints.add<Hold>("prescribed", "holds the nodes of a group at given displacements by multipliers");
  constraints.addFormerName("hold", "prescribed");
  constraints.add<PointOnPoint>("point-on-point", "keeps pairs of nodes together, or drives them apart");
  constraints.add<PointOnLine>("point-on-line", "keeps the nodes of a group on fixed lines, which may be driven");
  constraints.add<PointOnPlane>("point-on-plane", "keeps the nodes of a group on fixed planes, which may be driven");
  constraints.add<Distance>("distance", "keeps pairs of nodes at a distance, which may be driven in time");
  constraints.add<PointOnSurface>("point-on-surface", "lets nodes slide on a surface that moves and deforms");
  constraints.add<PointOnPath>("point-on-path", "lets nodes slide along a path of edges that moves and deforms");
  constraints.add<Rolling>("rolling",
                           "a wheel that rolls on a plane without slipping: rows on velocities, for steppers");
  constraints.add<Angle>("angle", "keeps the angle between two arms of three nodes");
  constraints.add<Periodic>("periodic", "makes an object the cell of a lattice under a macroscopic strain");
  constraints.add<MultiPoint>("multi-point", "linear equations of displacements, in the case or in a CSV file");
  constraints.add<Incompressible>("incompressible", "keeps an object's volume by a pressure field");
  constraints.add<Rigid>("rigid", "makes the nodes of some groups move as one rigid body");
  constraints.add<BallJoint>("ball-joint", "a point that rigid bodies, nodes or the ground have in common");
  constraints.add<HingeJoint>("hinge-joint", "lets rigid bodies turn about one axis only, or drives that angle");
  constraints.add<SliderJoint>("slider-joint", "lets a rigid body slide along an axis of another, or drives it");
  constraints.add<UniversalJoint>("universal-joint", "a ball joint that keeps two axes of rigid bodies square");
  constraints.add<FixedJoint>("fixed-joint", "joins rigid bodies, or drives them apart");
}

void registerContacts(ContactRegistry& contacts) {
  contacts.add<Contact>("surface", "two surfaces of bodies that may touch, slide and come apart");
  contacts.add<PlaneObstacle>("plane", "nodes of a body that may touch a plane, fixed or driven");
  contacts.add<SphereObstacle>("sphere", "nodes that may touch a sphere, or a disc, from outside or from inside");
  contacts.add<CylinderObstacle>("cylinder", "nodes that may touch a cylinder without ends, or a pipe from inside");
  contacts.add<BoxObstacle>("box", "nodes that may touch a box along the axes");
}

}  // namespace tenon::constraint

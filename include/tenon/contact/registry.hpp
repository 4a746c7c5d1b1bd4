#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/contact/Rules.hpp"

namespace tenon::contact {

/// Shapes are made for one object with rigid bodies.
using ShapeRegistry = base::Registry<BodyShape, const fem::Domain&>;
void registerShapes(ShapeRegistry& shapes);

/// Rules for rigid bodies that touch.
using RigidContactRegistry = base::Registry<RigidContact, const fem::FindDomain&>;
void registerRigidContacts(RigidContactRegistry& contacts);

}  // namespace tenon::contact

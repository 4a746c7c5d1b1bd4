// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/RigidContact.hpp"

namespace tenon::contact {

/// Registry of contact shapes. Each shape is created for one object, which must consist of rigid
/// bodies.
using ShapeRegistry = base::Registry<BodyShape, const fem::Domain&>;
/// Registers all shapes of this library.
void registerShapes(ShapeRegistry& shapes);

/// Registry of contact rules for rigid bodies.
using RigidContactRegistry = base::Registry<RigidContact, const fem::FindDomain&>;
/// Registers all types of contact rules of this library.
void registerRigidContacts(RigidContactRegistry& contacts);

}  // namespace tenon::contact

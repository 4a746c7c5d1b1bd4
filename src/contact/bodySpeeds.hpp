// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "RigidBody.hpp"

// Speeds of bodies for the sleep criterion.
namespace tenon::contact {

/// Returns the speed |v| + |w| size of a velocity of six components.
double speedAt(const double* v, double size);

/// Returns the size of a body: the distance of the farthest point of a bounded shape from the
/// centre, otherwise the radius of gyration, or the largest representable number for constrained
/// bodies.
double sizeOf(const RigidBody& body, const ContactModel& model);

/// Returns the prescribed speed of the constrained degrees of freedom of a body.
double drivenSpeed(const RigidBody& body, double size);

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ConeProblem.hpp"
#include "Neighbourhood.hpp"

// Terms of the contact laws in a step.
namespace tenon::contact {

/// Returns b of u_n + b >= 0 at the end of a step of length h.
///
/// With Newton's restitution b is e u_n-. Contacts with Poisson's restitution have b = 0 at an
/// impact, which stops them. All other contacts use g / h, or 0 if the gap counts as closed.
/// Compliant contacts use g / h for any gap.
double biasOf(const Contact& contact, const RigidBody& a, const RigidBody& b,
              const Neighbourhood::DetectedContact& found, double h);

/// Returns true if bodies approach each other at the contact with a velocity above round-off.
bool isImpact(const Contact& contact, const RigidBody& a, const RigidBody& b);

/// Adds moments for each contact whose law has rolling or spinning friction, if one of its bodies
/// can rotate.
void addRollingResistances(const Neighbourhood& neighbourhood, ConeProblem& problem);

/// Returns the normal impulses h a of the cohesion a of closed contacts, distributed over the
/// closed points of each pair. The normal impulses satisfy gamma_n >= -h a, and the apex of
/// Coulomb's cone is at this value.
Impulses cohesionOf(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h);

}  // namespace tenon::contact

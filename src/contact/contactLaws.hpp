#pragma once
#include "tenon/contact/ConeProblem.hpp"
#include "tenon/contact/Neighbourhood.hpp"

// What the laws of contacts ask for in a step.
namespace tenon::contact {

/// b of u_n + b >= 0 at the end of a step of length h. Of Newton's restitution e u_n-; what bounces by Poisson's is
/// stopped where it is. Of what gives way the gap counts, whatever its sign.
double biasOf(const Contact& contact, const RigidBody& a, const RigidBody& b, const Neighbourhood::Found& found,
              double h);

/// Whether bodies meet at the contact with a velocity that is more than round-off.
bool isImpact(const Contact& contact, const RigidBody& a, const RigidBody& b);

/// Adds what resists turning at each contact whose law says so, and where a body can turn.
void addTurnings(const Neighbourhood& neighbourhood, ConeProblem& problem);

/// Normal impulses h a by which bodies that touch hold each other, of each pair over its points: gamma_n >= -h a, and
/// Coulomb's cone begins there.
Impulses cohesionOf(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h);

}  // namespace tenon::contact

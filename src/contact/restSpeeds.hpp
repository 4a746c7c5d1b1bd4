#pragma once
#include "tenon/contact/Neighbourhood.hpp"

// How fast bodies are for those who let them sleep.
namespace tenon::contact {

/// |v| + |w| size of a velocity of 6 numbers.
double speedAt(const double* v, double size);

/// How far a body's points are from its centre: of one with a shape that has an end the farthest; else its radius of
/// gyration, and beyond all measure where it is held.
double sizeOf(const RigidBody& body, const Touching& touching);

/// How fast what is held of a body moves.
double drivenSpeed(const RigidBody& body, double size);

}  // namespace tenon::contact

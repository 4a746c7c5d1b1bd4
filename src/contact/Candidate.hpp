#pragma once
#include "tenon/contact/Neighbourhood.hpp"

namespace tenon::contact {

/// A body with what the search asks of it again and again.
struct Candidate {
  RigidBody body;
  base::GlobalIndex global;
  Placed placed;
  fem::Box box;  ///< around what it may sweep in the step
  double size;   ///< from its centre
  double reach;  ///< how far a point of it may come in the step, and a bit
  bool is_held, is_unbounded;
};

/// As ranks tell each other of one.
struct Sent {
  RigidBody body;
  base::GlobalIndex global;
};

/// Of a body with a shape, in a step of length h.
Candidate candidateOf(const RigidBody& body, base::GlobalIndex global, const Touching& touching, double h);

}  // namespace tenon::contact

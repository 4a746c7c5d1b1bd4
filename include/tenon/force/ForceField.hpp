#pragma once
#include <string>
#include <vector>

#include "tenon/la/contributions.hpp"

namespace tenon::force {

/// A force f(x, v, t) on the nodes of one or more states, and its derivatives.
///
///   f          addForce        force on each node, f[i] += ...
///   K = df/dx  addStiffness    sign as written: K of a spring is negative definite
///   E          energy          f = -dE/dx where the force has a potential
///
/// A contributor knows no factor, no offset and no rank. It loops over all the cells or pairs it knows of on this rank,
/// ghosts included; the system keeps what belongs to owned nodes.
class ForceField {
 public:
  virtual ~ForceField() = default;

  /// Name for messages: type, object and group, e.g. "traction on bracket/load".
  virtual std::string name() const = 0;

  virtual void addForce(la::ForceVector& f) const = 0;

  /// Default: the force does not depend on the position.
  virtual void addStiffness(la::StiffnessMatrix&) const {}

  /// Potential energy of the cells this rank owns (sum over ranks = total); 0 where there is none.
  virtual double energy() const { return 0.0; }
};

}  // namespace tenon::force

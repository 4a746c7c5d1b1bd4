#pragma once
#include <string>

#include "tenon/la/contributions.hpp"

namespace tenon::mass {

/// The inertia of one state: kinetic energy 1/2 v . M v.
class Mass {
 public:
  virtual ~Mass() = default;
  virtual std::string name() const = 0;
  virtual void addMass(la::MassMatrix& M) const = 0;
  /// Total mass of the cells this rank owns (sum over ranks = the object's mass).
  virtual double total() const = 0;
};

}  // namespace tenon::mass

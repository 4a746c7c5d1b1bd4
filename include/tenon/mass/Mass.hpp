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
  /// df += M dv. Default: from the blocks and elements of addMass(), each made, multiplied and forgotten.
  virtual void addMassTimes(const la::Motion& dv, la::ForceVector& df) const;
  /// Total mass of the cells this rank owns (sum over ranks = the object's mass).
  virtual double total() const = 0;

  /// Rayleigh damping of this mass: alpha of B = -alpha M, 1/time. The system's business: no class reads it.
  double rayleigh_mass = 0.0;
};

}  // namespace tenon::mass

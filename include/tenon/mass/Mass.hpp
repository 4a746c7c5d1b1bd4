#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::mass {

/// Rayleigh damping of one mass: alpha of B = -alpha M. The system's business: no mass reads it.
struct MassDamping {
  double rayleigh_mass = 0.0;
  static void declare(base::Parameters<MassDamping>& p);
};

/// The inertia of one state: kinetic energy 1/2 v . M v.
class Mass : public MassDamping {
 public:
  virtual ~Mass() = default;
  virtual std::string name() const = 0;
  /// Collective. As force::ForceField::prepareDerivatives(), before addMass().
  virtual void prepareMass() const {}
  virtual void addMass(la::MassMatrix& M) const = 0;
  /// df += M dv. Default: from the blocks and elements of addMass(), each made, multiplied and forgotten.
  virtual void addMassTimes(const la::Motion& dv, la::ForceVector& df) const;
  /// Total mass of the cells this rank owns (sum over ranks = the object's mass).
  virtual double total() const = 0;
};

}  // namespace tenon::mass

#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// What every mass of a solid is told.
struct Density {
  double density = 0;  ///< mass / length^3, positive
  std::string group;
  double thickness = 0;  ///< of a plane problem; 0: that of the object
  static void declare(base::Parameters<Density>& p);
};

/// M_ab = integral of rho N_a N_b dV, times the unit block: kinetic energy exact for motions the mesh can represent.
class ConsistentMass : public Mass {
 public:
  static constexpr bool acts_on_rings = true;

  using Data = Density;
  static void declare(base::Parameters<Data>& p) { Density::declare(p); }

  ConsistentMass(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::Motion& dv, la::ForceVector& df) const override;
  double total() const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

}  // namespace tenon::mass

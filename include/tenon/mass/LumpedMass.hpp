#pragma once
#include "tenon/mass/ConsistentMass.hpp"

namespace tenon::mass {

/// A diagonal mass, from the consistent one of each cell:
///   cells of first order   row sums, m_a = integral of rho N_a dV
///   cells of second order  the diagonal scaled to the cell's mass, m_a = m M_aa / sum of M_bb, because row sums would
///                          be negative or zero at the vertices (Hinton, Rock & Zienkiewicz, Earthquake Eng. Struct.
///                          Dyn. 4, 1976)
class LumpedMass : public Mass {
 public:
  static constexpr bool acts_on_rings = true;

  using Data = Density;
  static void declare(base::Parameters<Data>& p) { Density::declare(p); }

  LumpedMass(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::Motion& dv, la::ForceVector& df) const override;
  double total() const override;

  /// Mass of each node, [local nodes]; complete on owned ones.
  const std::vector<double>& nodalMasses() const { return masses_; }

 private:
  std::vector<double> massesOfNodes() const;

  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
  std::vector<double> masses_;
};

}  // namespace tenon::mass

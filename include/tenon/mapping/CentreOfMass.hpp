#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/TupleMapping.hpp"

namespace tenon::mapping {

/// One point, the mean of an object's nodes: u = sum_a m_a u_a / sum_a m_a,   J_a = m_a / sum m 1, linear. m_a is 1, or
/// the mass of the node: of rigid bodies and particles their own, of a mesh the integral of N_a at uniform density.
///
/// The row lies on the rank that has most of the nodes; it knows all others as ghosts: memory there grows with the
/// group. A stiffness on this point is dense between all of them where it is assembled: cases tie it by multipliers
/// instead. Source: SOFA's CenterOfMassMapping, CenterOfMassMultiMapping.
class CentreOfMass : public TupleMapping {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent, group;
    std::string weights = "mass";
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a group without mass, or without nodes.
  CentreOfMass(const Data& data, const fem::FindDomain& find);

  int block() const override { return parent_.dimension(); }
  bool isLinear() const override { return true; }
  std::vector<base::Vec3> places() const override;
  std::vector<double> rest() const override;

 private:
  void evaluate(LocalIndex i, double* displacement) const override;
  void differentiate(LocalIndex i, double* J) const override;

  const la::State& parent_;
};

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/TupleMapping.hpp"

namespace tenon::mapping {

/// Centre of mass of the nodes of an object, one point: u = sum_a m_a u_a / sum_a m_a, J_a = m_a /
/// sum m 1, linear. The weight m_a is 1 or the mass of the node: for rigid bodies and particles
/// their mass, for a mesh the integral of N_a at uniform density.
///
/// The row belongs to the rank that owns most of the nodes. All other nodes are ghosts there, so
/// that the memory of this rank grows with the group. An assembled stiffness on this point is dense
/// over all nodes; cases therefore constrain the point by multipliers instead.
/// @see SOFA's CenterOfMassMapping, CenterOfMassMultiMapping
class CentreOfMass : public TupleMapping {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::string parent, group;     ///< parent object; group of its nodes, empty for all
    std::string weights = "mass";  ///< weights of the nodes: mass or equal weights
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the centre of mass.
  /// @throws InputError if the group has no mass or no nodes
  /// @note Collective.
  CentreOfMass(const Data& data, const fem::FindDomain& find);

  int block() const override { return parent_.dimension(); }
  bool isLinear() const override { return true; }
  std::vector<base::Vec3> locations() const override;
  std::vector<double> rest() const override;

 private:
  void evaluate(LocalIndex i, double* displacement) const override;
  void computeJacobian(LocalIndex i, double* J) const override;

  const la::State& parent_;
};

}  // namespace tenon::mapping

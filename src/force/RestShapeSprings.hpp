// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Springs that pull each node of a group to its reference position, shifted by an offset:
///   f = -k (u - offset),   K = -k I,   E = k/2 |u - offset|^2
class RestShapeSprings : public ForceField {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    double stiffness = 0;                    ///< stiffness k
    std::string group;                       ///< group of nodes; empty for the whole object
    base::Vec3 offset = base::Vec3::Zero();  ///< target displacement
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the springs.
  /// @note Collective.
  RestShapeSprings(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return true; }
  double energy() const override;
  bool isSupport() const override { return true; }

 private:
  double stiffness_;
  base::Vec3 offset_;
  std::string name_;
  const la::State& state_;
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::force

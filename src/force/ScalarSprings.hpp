// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Force law of scalars that a mapping measures, such as lengths, angles and volumes. With the
/// change s of a scalar since the reference configuration:
///   f = F - k_1 s - k_2 s^2 - .. - c s.,   K = -(k_1 + 2 k_2 s + ..),   B = -c,
///   E = k_1 s^2 / 2 + k_2 s^3 / 3 + .. - F s.
/// On lengths it yields springs and dampers, on areas and volumes the elasticity of balloons.
class ScalarSprings : public ForceField {
 public:
  /// Indicates that the type is accepted on objects of scalars.
  static constexpr bool acts_on_scalars = true;
  /// Parameters of a case.
  struct Data {
    fem::Coefficients stiffness;        ///< coefficients k_1, k_2, ...
    double force = 0.0, damping = 0.0;  ///< constant force F, damping coefficient c
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the springs.
  /// @throws InputError if the nodes of the object are not scalars
  ScalarSprings(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  /// Adds nothing: a scalar has no direction; the geometric stiffness belongs to the mapping.
  void addStressStiffness(const la::IncrementVector&, la::StiffnessMatrix&) const override {}
  void addDamping(la::DampingMatrix& B) const override;
  bool isLinear() const override { return data_.stiffness.list.size() < 2; }
  bool dependsOnVelocity() const override { return data_.damping != 0.0; }
  double energy() const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
};

}  // namespace tenon::force

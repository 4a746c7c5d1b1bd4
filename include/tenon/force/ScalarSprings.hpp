#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// A law for scalars that a mapping measures, such as lengths, angles, volumes; s is what each has changed since rest:
///   f = F - k_1 s - k_2 s^2 - .. - c s.,   K = -(k_1 + 2 k_2 s + ..),   B = -c,   E = k_1 s^2 / 2 + k_2 s^3 / 3 + .. -
///   F s.
/// Lengths make springs and dampers of it, areas and volumes balloons.
class ScalarSprings : public ForceField {
 public:
  static constexpr bool acts_on_scalars = true;
  struct Data {
    fem::Coefficients stiffness;
    double force = 0.0, damping = 0.0;
  };
  static void declare(base::Parameters<Data>& p);

  /// InputError where the object's nodes are no scalars.
  ScalarSprings(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  /// A scalar has no direction that could rotate: what its force adds is the mapping's.
  void addStressStiffness(const la::Motion&, la::StiffnessMatrix&) const override {}
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

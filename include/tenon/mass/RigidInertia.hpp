#pragma once
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Inertia of particles and rigid bodies, in the unknowns of their frames:
///   M = diag(m 1, J),   J = R J_0 R^T about the centre of mass, along the axes of space,
/// J_0 at rest and R the rotation since; J w is the angular momentum. What turning adds to M a is GyroscopicForce.
class RigidInertia : public Mass {
 public:
  /// InputError where the object has no inertia of its own.
  explicit RigidInertia(const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::Motion& dv, la::ForceVector& df) const override;
  double total() const override;

 private:
  void addMassTimes(const double* dv, double* df) const;

  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;
};

}  // namespace tenon::mass

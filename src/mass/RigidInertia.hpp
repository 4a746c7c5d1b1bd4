// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Inertia of particles and rigid bodies in the degrees of freedom of their frames:
///   M = diag(m I, J),   J = R J_0 R^T about the centre of mass, in global axes
/// with the inertia tensor J_0 in the reference configuration and the rotation R from there. J ω is
/// the angular momentum. The gyroscopic forces, which M a does not contain, are added by
/// GyroscopicForce.
class RigidInertia : public Mass {
 public:
  /// Constructs the inertia of the bodies of `domain`.
  /// @throws InternalError if the object has no inertia, that is, if `domain.inertia` is null
  explicit RigidInertia(const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const override;
  double total() const override;

 private:
  void addMassTimes(const double* dv, double* df) const;

  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;
};

}  // namespace tenon::mass

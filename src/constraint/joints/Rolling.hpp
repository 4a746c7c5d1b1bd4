// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Velocity-level constraint of a wheel that rolls on a fixed plane without slipping. The wheel's
/// point of contact p has no velocity along the plane,
///   t_k . (v_c + omega x (p - c)) = 0,
/// with c the mean position of the wheel's nodes, v_c their mean velocity, omega the angular
/// velocity that fits their velocities best, J omega = sum r_i x v_i, J = sum (|r_i|^2 I - r_i
/// r_i^T), r_i = x_i - c, and p the foot of c on the plane.
///
/// There are two rows in 3D and one in 2D; they belong to the rank that owns the wheel's first
/// node. A multiplier is the friction force that the plane exerts along t_k.
/// @see Goldstein, Poole & Safko, Classical Mechanics, 3rd ed., section 2.4
class Rolling : public Constraint {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name;                            ///< name of the constraint
    fem::ObjectGroup wheel;                      ///< nodes of the wheel, or of its rim
    base::Vec3 point{0, 0, 0}, normal{0, 0, 1};  ///< point of the plane and its normal, of any length
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the constraint.
  /// @throws InputError for a group without extent
  /// @note Collective.
  Rolling(const Data& data, const fem::FindDomain& find);

  const std::string& name() const override { return name_; }
  Level level() const override { return Level::velocity; }
  LocalIndex numRows() const override { return isOwner() ? block() : 0; }
  int block() const override { return domain_.state.block() - 1; }
  void addJacobian(JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;

 private:
  /// Returns the coefficients of the rows for each owned node of the wheel, [block] consecutive
  /// vectors. @note Collective.
  std::vector<base::Vec3> coefficients() const;
  std::vector<base::Vec3> fromCentre(base::Vec3& centre) const;
  bool isOwner() const { return domain_.mesh.comm().rank() == owner_; }

  std::string name_;
  const fem::Domain& domain_;
  std::vector<LocalIndex> nodes_;  // owned
  base::Vec3 point_, normal_;
  std::vector<base::Vec3> tangents_;
  double num_nodes_ = 0.0;  // number of nodes on all ranks
  int owner_ = 0;
};

}  // namespace tenon::constraint

#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// A wheel that rolls on a fixed plane without slipping, as rows on velocities, which cannot be integrated (Goldstein,
/// Poole & Safko, Classical Mechanics, 3rd ed., section 2.4): its point of contact p has no velocity along the plane,
///   t_k . (v_c + omega x (p - c)) = 0,
/// with c the mean position of the wheel's nodes, v_c their mean velocity, omega the rotation that fits their
/// velocities best, J omega = sum r_i x v_i, J = sum (|r_i|^2 I - r_i r_i^T), r_i = x_i - c, and p the foot of c on the
/// plane. Two rows in space, one in a plane problem; both on the rank that owns the wheel's first node. A multiplier is
/// the friction that the plane exerts along t_k.
class Rolling : public Constraint {
 public:
  struct Data {
    std::string name;
    fem::Side wheel;
    base::Vec3 point{0, 0, 0}, normal{0, 0, 1};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a group without extent.
  Rolling(const Data& data, const fem::FindDomain& find);

  const std::string& name() const override { return name_; }
  Level level() const override { return Level::velocity; }
  LocalIndex numRows() const override { return isOwner() ? block() : 0; }
  int block() const override { return domain_.state.block() - 1; }
  void addJacobian(JacobianRows& G) const override;
  void addViolation(gsl::span<double> phi) const override;

 private:
  /// Coefficients of the rows for each owned node of the wheel, [block] vectors one after the other. Collective.
  std::vector<base::Vec3> coefficients() const;
  std::vector<base::Vec3> fromCentre(base::Vec3& centre) const;
  bool isOwner() const { return domain_.mesh.comm().rank() == owner_; }

  std::string name_;
  const fem::Domain& domain_;
  std::vector<LocalIndex> nodes_;  // owned
  base::Vec3 point_, normal_;
  std::vector<base::Vec3> tangents_;
  double num_nodes_ = 0.0;  // of all ranks
  int owner_ = 0;
};

}  // namespace tenon::constraint

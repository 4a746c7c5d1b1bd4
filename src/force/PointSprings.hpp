// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>

#include "fem/search/OptionalPoint.hpp"
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Springs and dampers between points p_a and p_b that are fixed on rigid bodies, on nodes of
/// meshes, or fixed in space (b only). With d = p_b - p_a, l = |d|, n = d / l, p = x + R arm, dp/dt
/// = v + w x R arm and T = k (l - l0) + c n . d(p_b - p_a)/dt:
///   force T n at p_a and -T n at p_b, with moments R arm x force about the centres of mass;
///   E = k/2 (l - l0)^2.
///
/// K is exact. It contains the spring, the dependence of the damper on the positions, and the
/// rotation of the arms, r T^T - (r . T) 1 for arm r, which is not symmetric.
///
/// @see Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), chapter 11:
///   translational spring-damper-actuators
class PointSprings : public ForceField {
 public:
  /// Indicates that the type is accepted on rigid bodies and beams, whose nodes have rotational
  /// degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  struct Data : fem::Pairing {
    fem::OptionalPoint at, to;        ///< points in the reference configuration on a and on b
    double stiffness = 0.0;           ///< stiffness k
    double damping = 0.0;             ///< damping coefficient c
    fem::ReferenceValue rest_length;  ///< l0, or measured in the reference configuration
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the springs.
  /// @throws InputError for a point of a mesh that coincides with no node, and for a spring without
  ///   a direction
  /// @note Collective.
  PointSprings(const Data& data, const fem::FindDomain& find);

  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override {
    std::vector<const la::State*> list;
    for (const fem::Domain* object : objects_) list.push_back(&object->state);
    return list;
  }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return damping_ != 0.0; }
  void addDamping(la::DampingMatrix& B) const override;
  /// Returns true if there is no damping and no arm rotates in 3D.
  bool isSymmetric() const override { return is_symmetric_; }
  double energy() const override;

 private:
  struct SpringEnd;
  struct Spring;
  using Slopes = Eigen::Matrix<double, 3, 12>;  // derivatives with respect to the velocities of a, then of b
  using PairMatrix = Eigen::Matrix<double, 12, 12>;

  void setPoints(const Data& data);
  SpringEnd endOf(std::size_t side, base::LocalIndex spring) const;
  Spring at(base::LocalIndex spring) const;
  template <class BlockOf, class AccumulatorOf>
  void addBlocks(BlockOf&& block_of, AccumulatorOf&& accumulator_of) const;

  std::string name_;
  std::vector<const fem::Domain*> objects_;  // a and b, or a only
  std::unique_ptr<fem::NodeTuples> tuples_;
  double stiffness_, damping_;
  std::vector<std::array<base::Vec3, 2>> points_;  // in the reference configuration, of all local springs
  std::vector<double> rest_lengths_;
  bool is_symmetric_ = false;
};

}  // namespace tenon::force

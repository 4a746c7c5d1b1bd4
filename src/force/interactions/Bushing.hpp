// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "fem/search/OptionalPoint.hpp"
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Matrix of the six components of a bushing (three in 2D), given by its diagonal or by all
/// entries.
struct BushingMatrix {
  Eigen::MatrixXd given;  ///< [n] diagonal or [n x n]; empty if all are 0
};
/// Force and moment components of a bushing, six in 3D and three in 2D.
struct BushingVector {
  std::vector<double> given;  ///< [n] given values; empty if all are 0
};
/// Reads a matrix from a case.
void readValue(const base::CaseNode& node, BushingMatrix& matrix);
/// Reads a vector from a case.
void readValue(const base::CaseNode& node, BushingVector& vector);
/// Returns the matrix in the notation of case files.
std::string printValue(const BushingMatrix& matrix);
/// Returns the vector in the notation of case files.
std::string printValue(const BushingVector& vector);
/// Returns the description of the type in messages.
inline const char* typeName(const BushingMatrix*) {
  return "[k_x, k_y, k_z, k_rx, k_ry, k_rz] or [[..], ..]";
}
/// Returns the description of the type in messages.
inline const char* typeName(const BushingVector*) {
  return "[f_x, f_y, f_z, m_x, m_y, m_z]";
}

/// Bushings: elastic and viscous couplings of all six relative displacements and rotations between
/// a point of a body a and a point of a body b, which coincide in the reference configuration.
/// Either side may be the ground. With axes A = R_a A_0 that rotate with a,
///   e = (delta, theta),   delta = A^T (p_b - p_a),   exp(theta) = A^T R_b A_0,   |theta| <= pi,
///   s = K e + C de/dt + s_0,   E = e . K e / 2 + s_0 . e,
/// the generalised force is -(de/dq)^T s: n = A (s_1, s_2, s_3) on a at p_b, -n on b, and the
/// moments m and -m, m = A T(theta)^-T (s_4, s_5, s_6), with T(theta) the derivative of the
/// exponential from the left.
///
/// The rotation vector theta is the rotation measure: objective, unique for relative rotations
/// below pi, and equal to small rotation angles. In 2D theta is the difference of the rotation
/// angles and may exceed a revolution.
///
/// K and B are exact; K is not symmetric if 3D bodies rotate under load.
/// @see Simo and Vu-Quoc, Comput. Methods Appl. Mech. Eng. 58 (1986)
class Bushing : public ForceField {
 public:
  /// Indicates that the type is accepted on rigid bodies and beams, whose nodes have rotational
  /// degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  struct Data : fem::Pairing {
    fem::OptionalPoint at;  ///< location of the bushing in the reference configuration
    /// Axes x and y of the bushing in the reference configuration
    base::Vec3 axis = base::Vec3::UnitX(), second_axis = base::Vec3::UnitY();
    BushingMatrix stiffness, damping;  ///< stiffness K and damping C
    BushingVector preload;             ///< preload s_0
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the bushings.
  /// @throws InputError for matrices that are not symmetric and positive semidefinite, axes that
  ///   are not orthogonal, a point of a mesh that coincides with no node, and rotational terms at
  ///   nodes without rotations
  /// @note Collective.
  Bushing(const Data& data, const fem::FindDomain& find);

  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override;
  bool supportsLargeRotations() const override { return true; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return is_damped_; }
  void addDamping(la::DampingMatrix& B) const override;
  /// Returns true in 2D without damping. In 3D K is symmetric only in states without forces.
  bool isSymmetric() const override { return is_plane_ && !is_damped_; }
  double energy() const override;
  void commit() override;
  /// Returns true if a relative rotation in 3D has exceeded half a revolution since the end of the
  /// last step, where its rotation vector jumps to the opposite one. The moments are then wrong.
  /// @note Not collective.
  bool passesHalfRevolution() const;
  /// Returns true if a relative rotation in 3D is near half a revolution, now or at the end of the
  /// last step. The next step may then have no equilibrium.
  /// @note Not collective.
  bool isNearHalfRevolution() const;
  /// Returns true for a bushing to the ground.
  bool isSupport() const override { return !hasBoth(); }

 private:
  struct Deformation;
  using PairMatrix = Eigen::Matrix<double, 12, 12>;

  const fem::Domain& first() const { return *objects_[objects_[0] == nullptr ? 1 : 0]; }
  bool hasBoth() const { return objects_[0] != nullptr && objects_[1] != nullptr; }
  base::LocalIndex node(std::size_t side, base::LocalIndex pair) const;
  base::Mat6 matrixOf(const BushingMatrix& matrix, const char* key) const;
  base::Vec6 vectorOf(const BushingVector& vector) const;
  void setAxes(const Data& data);
  void requireRotating() const;
  Deformation at(base::LocalIndex pair) const;
  /// Returns the rotation vectors of b relative to a, along the axes, of all local pairs.
  std::vector<base::Vec3> rotations() const;
  bool limitsRotations() const { return !is_plane_ && !stiffness_.bottomRows<3>().isZero(0.0); }
  template <class BlockOf, class AccumulatorOf>
  void addBlocks(BlockOf&& block_of, AccumulatorOf&& accumulator_of) const;

  std::string name_;
  std::array<const fem::Domain*, 2> objects_{};  // a and b; nullptr: the ground
  std::unique_ptr<fem::NodeTuples> tuples_;
  std::vector<base::Vec3> at_;  // location in the reference configuration of all local pairs
  base::Mat3 axes_;             // A_0, by columns
  base::Mat6 stiffness_, damping_;
  base::Vec6 preload_;
  bool is_plane_ = false, is_damped_ = false;
  std::vector<base::Vec3> rotations_;  // at the end of the last step, in 3D; empty before the first step
};

}  // namespace tenon::force

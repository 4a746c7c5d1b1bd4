// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>

#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Timoshenko beams on cells of two nodes with rotations (`nodes: frames`): linear in a
/// corotational frame of each element, for large displacements and rotations and small strains.
///
/// The axis r_1 of the element frame R is along the line between its nodes; r_2 is as near as
/// possible to the mean of the y axes of both nodes. Relative to this frame node a has the rotation
/// theta = log(R^T R_a T), with the axes T of the reference configuration, and the elongation of
/// the element is e = l - L. Then
///   E = 1/2 ( E A / L e^2 + G J / L (theta_bx - theta_ax)^2
///           + E I_y / (1 + p) L ((4 + p) (theta_ay^2 + theta_by^2)
///           + 2 (2 - p) theta_ay theta_by) + the corresponding term about z ),
/// with p = 12 E I_y / (k_z G A L^2) for shear along z.
///
/// The force is f = -dE/dq with respect to spatial increments. K = df/dq is exact; it is not
/// symmetric away from equilibrium. In the plane the variables are e and the rotations about z
/// only.
///
/// @see Crisfield, "A consistent co-rotational formulation for non-linear, three-dimensional
///   beam-elements", Comput. Methods Appl. Mech. Eng. 81 (1990)
/// @see Battini and Pacoste, "Co-rotational beam elements with warping effects in instability
///   problems", ibid. 191 (2002)
class Beam : public ForceField {
 public:
  /// Indicates that the type is accepted on rigid bodies and beams, whose nodes have rotational
  /// degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Marker of a Poisson's ratio that is not given; not a possible value.
  static constexpr double not_given = -1;
  /// Parameters of a case.
  struct Data {
    /// Returns true if Poisson's ratio is given.
    bool hasPoisson() const { return poisson != not_given; }
    double young = 0;            ///< E, Young's modulus
    double poisson = not_given;  ///< nu; a 2D beam has no shear deformation without it
    double radius = 0;           ///< radius of a circular section
    /// A, I_y, I_z and J of a general section
    double area = 0, second_moment_y = 0, second_moment_z = 0, torsion_constant = 0;
    /// Shear correction factors k_y and k_z; negative: not given.
    double shear_factor_y = -1, shear_factor_z = -1;
    base::Vec3 y_axis = base::Vec3::Zero();  ///< y axis of the section
    std::string group;                       ///< group of cells; empty for the whole object
    double second_moment = 0;                ///< I of a 2D beam, instead of second_moment_z
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the beams.
  /// @throws InputError for nodes without rotations, an incomplete section, and a y axis along a
  ///   beam
  /// @note Collective.
  Beam(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool supportsLargeRotations() const override { return true; }
  bool isSymmetric() const override { return false; }
  double energy() const override;

 private:
  /// Length and axes of an element in the reference configuration.
  struct ReferenceGeometry {
    double length;
    base::Mat3 axes;
  };
  struct Element;
  /// Evaluates one element. `change` is the change of the deformation variables of the element, for
  /// the initial-stress stiffness.
  Element element(std::size_t part, base::LocalIndex cell, const Eigen::Matrix<double, 9, 1>* change = nullptr) const;
  template <class Matrix>
  void addElements(la::StiffnessMatrix& K, Matrix&& matrix) const;
  void completeSection(const Data& data);
  void completePlane(const Data& data);
  void requireSpace(const Data& data) const;

  Data section_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
  bool is_plane_ = false;
  std::vector<std::vector<ReferenceGeometry>> reference_;  // [parts][cells]
};

}  // namespace tenon::force

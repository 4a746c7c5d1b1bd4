#pragma once
#include <Eigen/Core>

#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Beams on cells of two nodes that turn (`nodes: frames`): Timoshenko's, linear in a frame that goes with each
/// element, for large displacements and rotations and small strains.
///
/// The element's frame R has r_1 along the line between its nodes, and r_2 as near as can be to the mean of both nodes'
/// y axes. In it a node has turned by theta = log(R^T R_a T), T the axes at rest, and the element is longer by
/// e = l - L. Then
///   E = 1/2 ( E A / L e^2 + G J / L (theta_bx - theta_ax)^2
///           + E I_y / (1 + p) L ((4 + p) (theta_ay^2 + theta_by^2) + 2 (2 - p) theta_ay theta_by) + the same about z
///           ),
/// with p = 12 E I_y / (k_z G A L^2) for shear along z; f = -dE/dq along spatial increments, and the exact K = df/dq,
/// which is not symmetric away from equilibrium. In the plane there are e and the rotations about z alone. Sources:
/// Crisfield, "A consistent co-rotational formulation for non-linear, three-dimensional beam-elements", Comput. Methods
/// Appl. Mech. Eng. 81 (1990); Battini and Pacoste, "Co-rotational beam elements with warping effects in instability
/// problems", the same 191 (2002).
class Beam : public ForceField {
 public:
  static constexpr bool acts_on_frames = true;
  /// A value that Poisson's ratio cannot have.
  static constexpr double not_given = -1;
  struct Data {
    bool hasPoisson() const { return poisson != not_given; }
    double young = 0;
    double poisson = not_given;  ///< a beam in the plane does not shear without it
    double radius = 0;
    double area = 0, second_moment_y = 0, second_moment_z = 0, torsion_constant = 0;
    double shear_factor_y = -1, shear_factor_z = -1;
    base::Vec3 y_axis = base::Vec3::Zero();
    std::string group;
    double second_moment = 0;  ///< of a beam in the plane, instead of second_moment_z
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for nodes that do not turn, an incomplete section, a y axis along a beam.
  Beam(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  bool isForLargeRotations() const override { return true; }
  bool isSymmetric() const override { return false; }
  double energy() const override;

 private:
  /// What an element keeps: its length and axes at rest.
  struct Rest {
    double length;
    base::Mat3 axes;
  };
  struct Element;
  /// `change`: of the variables of the element's deformation, for the initial-stress stiffness.
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
  std::vector<std::vector<Rest>> rest_;  // [parts][cells]
};

}  // namespace tenon::force

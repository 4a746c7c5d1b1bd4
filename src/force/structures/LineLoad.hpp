// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

#include "force/TimedLoad.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::force {

/// Force per length q on lines (beams, trusses and cables). The load q is a constant or a field in
/// space and time. It is dead: it acts on the length in the reference configuration and keeps its
/// direction.
///
/// With N_1 = 1 - s, N_2 = s and the cubics H_1 = L s (1 - s)^2, H_2 = -L s^2 (1 - s) of s = 0..1
/// along an element of length L, r along the line between its nodes in the current configuration, l
/// its current length, and t_a the axis of the element in the reference configuration as node a has
/// rotated it, the load has the potential
///   -L integral of q . (N_1 x_1 + N_2 x_2 + H_1 (t_1 - r) + H_2 (t_2 - r)) ds,
/// so that it is conservative.
///
/// The consistent forces and, on nodes that rotate, moments are
///   f_1 = L integral of (N_1 + (1 - r r^T) (H_1 + H_2) / l) q ds,
///   m_1 = t_1 x L integral of H_1 q ds
/// and likewise f_2, with the other sign of H_1 + H_2, and m_2.
///
/// Displacements at the nodes of straight beams are exact. Nodes without rotations have f = L
/// integral of N q ds.
/// @see Przemieniecki, Theory of Matrix Structural Analysis (1968), chapter 5
class LineLoad : public TimedLoad {
 public:
  /// Indicates that the type is accepted on rigid bodies and beams, whose nodes have rotational
  /// degrees of freedom.
  static constexpr bool acts_on_frames = true;

  /// Parameters of a case.
  struct Data {
    std::string group;                       ///< group of lines; empty for all lines of the object
    fem::VectorSource load;                  ///< q, force per length
    std::string axes = "global";             ///< axes of the components: `global`, or `local` with x along each line
    base::Vec3 y_axis = base::Vec3::Zero();  ///< y axis of local components
    base::History history{};                 ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @throws InputError for lines of more than two nodes, a y axis along a line, and a force across
  ///   the plane
  LineLoad(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  /// Uses addStiffness(), because the load depends on the position if nodes have rotational degrees
  /// of freedom.
  void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const override {
    ForceField::addStiffnessTimes(dx, df);
  }
  bool isLinear() const override { return !rotates_; }
  bool isSymmetric() const override { return !rotates_; }

 private:
  /// Integrals of the load over one element, weighted with N (forces) and with H (levers).
  struct Resultants {
    std::array<base::Vec3, 2> forces, levers;
    base::Vec3 sum() const { return levers[0] + levers[1]; }
  };
  /// Directions in the current configuration: the line between the nodes, and the element axis
  /// rotated by each node.
  struct Axes {
    double length = 0;
    base::Vec3 line = base::Vec3::Zero();
    std::array<base::Vec3, 2> nodes;
  };
  Resultants resultants(std::size_t part, base::LocalIndex cell) const;
  Axes currentAxes(const base::LocalIndex* nodes) const;
  /// Returns the [12 x 12] derivative of forces and moments on both nodes.
  static Eigen::Matrix<double, 12, 12> stiffness(const Resultants& of, const Axes& axes);

  std::string name_;
  const la::State& state_;
  fem::Region region_;
  fem::Field load_;
  bool rotates_, is_local_;
  std::vector<std::vector<base::Mat3>> axes_;  // [parts][cells] for local loads
};

}  // namespace tenon::force

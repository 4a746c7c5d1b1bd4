#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

#include "tenon/fem/Field.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A force per length q on lines: beams, trusses and cables, with q constant or a field in space and time. The load is
/// dead: it acts on the length in the reference configuration and keeps its direction.
///
/// With N_1 = 1 - s, N_2 = s and the cubics H_1 = L s (1 - s)^2, H_2 = -L s^2 (1 - s) of s = 0..1 along an element of
/// length L, r along the line between its nodes in the current configuration, l long, and t_a the axis of the element
/// in the reference configuration as node a has rotated it, the load has the potential
///   -L integral of q . (N_1 x_1 + N_2 x_2 + H_1 (t_1 - r) + H_2 (t_2 - r)) ds,
/// so that it is conservative. The consistent forces and, on nodes that rotate, moments are
///   f_1 = L integral of (N_1 + (1 - r r^T) (H_1 + H_2) / l) q ds,   m_1 = t_1 x L integral of H_1 q ds
/// and likewise f_2, with the other sign of H_1 + H_2, and m_2. Displacements at the nodes of straight beams are exact.
/// Nodes without rotations have f = L integral of N q ds.
/// Source: Przemieniecki, Theory of Matrix Structural Analysis (1968), chapter 5.
class LineLoad : public TimedLoad {
 public:
  static constexpr bool acts_on_frames = true;

  struct Data {
    std::string group;
    fem::VectorSource load;
    std::string axes = "global";
    base::Vec3 y_axis = base::Vec3::Zero();
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// @throws InputError for lines of more than two nodes, a y axis along a line and a force across the plane.
  LineLoad(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  /// From addStiffness(): a load that depends on the position is no constant.
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override {
    ForceField::addStiffnessTimes(dx, df);
  }
  bool isLinear() const override { return !rotates_; }
  bool isSymmetric() const override { return !rotates_; }

 private:
  /// Integrals of the load over one element: with N, and with H.
  struct Resultants {
    std::array<base::Vec3, 2> forces, levers;
    base::Vec3 sum() const { return levers[0] + levers[1]; }
  };
  /// Directions in the current configuration: of the line between the nodes, and as each node rotates it.
  struct Axes {
    double length = 0;
    base::Vec3 line = base::Vec3::Zero();
    std::array<base::Vec3, 2> nodes;
  };
  Resultants resultants(std::size_t part, base::LocalIndex cell) const;
  Axes currentAxes(const base::LocalIndex* nodes) const;
  /// [12 x 12] derivative of forces and moments on both nodes.
  static Eigen::Matrix<double, 12, 12> stiffness(const Resultants& of, const Axes& axes);

  std::string name_;
  const la::State& state_;
  fem::Region region_;
  fem::Field load_;
  bool rotates_, is_local_;
  std::vector<std::vector<base::Mat3>> axes_;  // [parts][cells] of local loads
};

}  // namespace tenon::force

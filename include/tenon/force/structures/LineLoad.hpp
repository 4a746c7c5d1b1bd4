#pragma once
#include <array>
#include <vector>

#include "tenon/fem/Field.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A force per length q on lines: beams, trusses and cables, with q constant or a field in space and time. The load is
/// dead: it acts on the length in the reference configuration and keeps its direction.
///
/// With N_1 = 1 - s, N_2 = s and Hermite's cubics H_1 to H_4 of s = 0..1 along an element of length L, and r along the
/// line between its nodes in the current configuration, the consistent forces and, on nodes that rotate, moments are
///   f_1 = L integral of (N_1 r r^T + H_1 (1 - r r^T)) q ds,   m_1 = r x L integral of H_2 q ds
/// and likewise f_2 with N_2 and H_3, m_2 with H_4. The moments follow r, so that the virtual work of a dead load is
/// kept at large rotations; hence the stiffness of the load. Nodes without rotations have f = L integral of N q ds.
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
  /// Integrals over one element: with N, with H of the forces, and with H of the moments at both nodes.
  struct Resultants {
    std::array<base::Vec3, 2> linear, cubic, moments;
  };
  Resultants resultants(std::size_t part, base::LocalIndex cell) const;
  base::Vec3 currentAxis(const base::LocalIndex* nodes, double& length) const;

  std::string name_;
  const la::State& state_;
  fem::Region region_;
  fem::Field load_;
  bool rotates_, is_local_;
  std::vector<std::vector<base::Mat3>> axes_;  // [parts][cells] of local loads
};

}  // namespace tenon::force

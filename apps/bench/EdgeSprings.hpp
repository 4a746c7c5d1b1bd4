#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::bench {

/// A network of springs of unit stiffness at rest length, one along each edge of the solid, or of a surface.
///   K_aa = K_bb = -n n^T = -K_ab = -K_ba,   n along the edge
class EdgeSprings : public force::ForceField {
 public:
  /// `elements`: each spring is an element of two nodes, as force::Springs delivers them. `blocks`: four blocks each,
  /// one by one, as whoever writes a contributor does first.
  enum class Delivery { elements, blocks };

  EdgeSprings(const fem::Domain& domain, Delivery delivery);

  std::string name() const override { return "springs along all edges"; }
  /// At rest there is none.
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return true; }

  /// Blocks that addStiffness() delivers on this rank, for ghosts too.
  std::size_t numBlocks() const { return 4 * edges_.size(); }

 private:
  using Edge = std::array<la::LocalIndex, 2>;
  /// n n^T
  Eigen::Matrix3d across(const Edge& edge) const;
  void addElements(la::Derivative dfdx) const;
  void addBlocks(la::Derivative dfdx) const;

  const la::State& state_;
  Delivery delivery_;
  std::vector<Edge> edges_;
};

}  // namespace tenon::bench

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mapping/Measurement.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Nodes of the parents that determine each node of a child.
struct Tuples {
  std::vector<la::State*> parents;  ///< Parent states.
  WeightTable parent_nodes;         ///< Parent nodes of each child node of this rank.
  /// Index of each child node among those of all ranks, see Measurement::positions().
  std::vector<std::int64_t> positions;
};

/// Child whose nodes are functions of a few nodes of the parents, of any kind: x_c = x_c(q_1, q_2,
/// ..). The derived class defines the function, usually through DifferentiatedMapping, which
/// requires x_c only.
///
/// Rotations are varied by spatial increments, R <- exp(dtheta) R. With H = d2(f . x)/dq2 along
/// these and the moment m = J^T f on a frame, the geometric stiffness is H - [m]x / 2 for the
/// rotation of the frame with itself and H elsewhere, since exp(a) exp(b) = exp(a + b + a x b / 2 +
/// ..).
class TupleMapping : public Measurement {
 public:
  const std::string& name() const override { return name_; }
  std::vector<const la::State*> parents() const override { return {parents_.begin(), parents_.end()}; }
  bool isLinear() const override { return false; }

  LocalIndex numOwned() const override { return static_cast<LocalIndex>(starts_.size()) - 1; }
  std::vector<std::int64_t> positions() const override { return positions_; }
  /// Returns the mean position of the parent nodes of each child node.
  std::vector<base::Vec3> locations() const override;

  void updateChild() override;
  void addJacobian(Jacobian& J) const override;
  void addBiasAcceleration(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 protected:
  /// Parent node of a child node.
  struct ParentNode {
    const la::State* state;  ///< State of the parent.
    LocalIndex node;         ///< Local node number.
    double weight;           ///< Weight of the node.
  };

  /// Creates the child nodes and adds ghosts to the parents. @note Collective.
  TupleMapping(std::string name, const Tuples& tuples);

  /// Returns the parent nodes of child node i.
  gsl::span<const ParentNode> parentNodes(LocalIndex i) const {
    const auto at = static_cast<std::size_t>(i);
    return gsl::span<const ParentNode>(parent_nodes_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }
  /// Returns the number n of degrees of freedom on which child node i depends.
  std::size_t numDofs(LocalIndex i) const;

  // Functions of one child node. Linear functions have no second derivatives.
  /// Computes the displacement, [block].
  virtual void evaluate(LocalIndex i, double* displacement) const = 0;
  /// Adds J to zeros, [block x n] by rows.
  virtual void computeJacobian(LocalIndex i, double* J) const = 0;
  /// Adds d2x/dt2 for constant velocities of all parent nodes to zeros, [block].
  virtual void computeBiasAcceleration(LocalIndex i, double* a) const { static_cast<void>(i), static_cast<void>(a); }
  /// Adds H = d2(f . x)/dq2 to zeros, [n x n] by rows.
  virtual void computeHessian(LocalIndex i, const double* f, double* H) const {
    static_cast<void>(i), static_cast<void>(f), static_cast<void>(H);
  }

 private:
  void reorder(const std::vector<LocalIndex>& order) override;
  void addRotationTerms(LocalIndex i, const double* f, std::vector<double>& H) const;

  std::string name_;
  std::vector<la::State*> parents_;
  std::vector<std::size_t> starts_;
  std::vector<ParentNode> parent_nodes_;
  std::vector<std::int64_t> positions_;
};

}  // namespace tenon::mapping

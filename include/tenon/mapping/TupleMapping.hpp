// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mapping/Measurement.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Parent nodes that determine each node of a child.
struct Tuples {
  std::vector<la::State*> parents;  ///< parent states
  WeightTable parent_nodes;         ///< parent nodes of each child node of this rank
  /// Index of each child node of this rank among those of all ranks, see Measurement::positions().
  std::vector<std::int64_t> positions;
};

/// Base class of mappings in which each child node is a function of a tuple of parent nodes of any
/// kind, x_c = x_c(q_1, q_2, ..). Derived classes define the function and its derivatives;
/// DifferentiatedMapping requires only the function.
///
/// Increments of rotations are spatial, R <- exp(dtheta) R. Let f be the force on the child node, H
/// = d2(f . x_c)/dq2 the second derivatives with respect to these increments, and m the moment part
/// of J^T f on a parent frame. The geometric stiffness is H - [m]x / 2 in the diagonal block of the
/// rotation of the frame, and H elsewhere, because exp(a) exp(b) = exp(a + b + a x b / 2 + ..) for
/// rotation vectors a and b.
class TupleMapping : public Measurement {
 public:
  const std::string& name() const override { return name_; }
  std::vector<const la::State*> parents() const override { return {parents_.begin(), parents_.end()}; }
  bool isLinear() const override { return false; }

  LocalIndex numOwned() const override { return static_cast<LocalIndex>(starts_.size()) - 1; }
  std::vector<std::int64_t> positions() const override { return positions_; }
  /// Returns the mean reference position of the parent nodes of each child node.
  std::vector<base::Vec3> locations() const override;

  void updateChild() override;
  void addJacobian(Jacobian& J) const override;
  void addBiasAcceleration(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 protected:
  /// Parent node of a child node.
  struct ParentNode {
    const la::State* state;  ///< state of the parent
    LocalIndex node;         ///< local node number
    double weight;           ///< weight of the parent node
  };

  /// Stores the tuples and adds their nodes that belong to other ranks to the parents as ghosts.
  /// @note Collective.
  TupleMapping(std::string name, const Tuples& tuples);

  /// Returns the parent nodes of child node i.
  gsl::span<const ParentNode> parentNodes(LocalIndex i) const {
    const auto at = static_cast<std::size_t>(i);
    return gsl::span<const ParentNode>(parent_nodes_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }
  /// Returns the number n of degrees of freedom on which child node i depends.
  std::size_t numDofs(LocalIndex i) const;

  // The functions below evaluate one child node. The default implementations of the second
  // derivatives are correct for linear functions.
  /// Computes the displacement of child node i, [block].
  virtual void evaluate(LocalIndex i, double* displacement) const = 0;
  /// Computes J, [block x n] in row-major order. The array is zero on entry.
  virtual void computeJacobian(LocalIndex i, double* J) const = 0;
  /// Computes d2x/dt2 for constant velocities of all parent nodes, [block]. The array is zero on
  /// entry.
  virtual void computeBiasAcceleration(LocalIndex i, double* a) const { static_cast<void>(i), static_cast<void>(a); }
  /// Computes H = d2(f . x)/dq2, [n x n] in row-major order. The array is zero on entry.
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

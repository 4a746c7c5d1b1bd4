// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

using base::GlobalIndex;

/// Table of the parent nodes and weights that determine each owned node of a child. The parent
/// nodes may belong to any rank.
class WeightTable {
 public:
  /// Contribution of one parent node to a child node.
  struct Term {
    std::size_t parent;  ///< index of the parent in the list of parents
    GlobalIndex node;    ///< global number of the parent node
    double weight;       ///< weight w_k of the parent node
    /// Weighted arm a_k, by which the rotation of a parent frame displaces the child node; ignored
    /// if the parent node is a point. If empty, a_k is the weight times the vector from the parent
    /// node to the child node in the reference configuration.
    std::optional<base::Vec3> arm;
  };

  /// Adds a term to the current child node.
  void add(std::size_t parent, GlobalIndex node, double weight, std::optional<base::Vec3> arm = {}) {
    terms_.push_back({parent, node, weight, std::move(arm)});
  }
  /// Completes the current child node. Subsequent terms belong to the next child node.
  void endNode() { starts_.push_back(terms_.size()); }

  /// Returns the terms of all child nodes.
  const std::vector<Term>& terms() const { return terms_; }
  /// Returns the index of the first term of each child node, followed by the total number of terms.
  const std::vector<std::size_t>& starts() const { return starts_; }

 private:
  std::vector<std::size_t> starts_{0};
  std::vector<Term> terms_;
};

/// Mapping in which the displacement u of each child node is a weighted sum over its parent nodes k
/// with the weights w_k, the displacements u_k and the rotations R_k:
///
///   u = sum_k (w_k u_k + (R_k - 1) a_k),   a_k = w_k (X - X_k) by default,
///
/// where X and X_k are the reference positions of the child node and the parent node, and a_k are
/// weighted arms. Points do not rotate (R_k = 1). If all parent nodes are points, the mapping is
/// linear, with the blocks J_k = w_k 1. If parent nodes are frames with the angular velocities
/// omega_k, the current weighted arms are r_k = R_k a_k. The mapping is then nonlinear unless all
/// arms are zero:
///
///   J_k = [w_k 1, -[r_k]x],   dJ/dt v = sum_k omega_k x (omega_k x r_k),
///   dJ^T/dq f = r_k f^T - (f . r_k) 1 in the rotation block of frame k, and 0 elsewhere.
///
/// With the default arms and several frames per child node, the mapping is known as linear blend
/// skinning. With a single frame of weight 1, the child node is rigidly attached to the frame. With
/// other arms, the parent frames can be the two ends of a beam whose axis is a cubic Hermite curve.
/// A child node that is a frame has a single parent frame with weight 1 and rotates with it. In 2D,
/// frames rotate about the z axis.
///
/// @see Faure et al., SOFA: a multi-model framework for interactive physical simulation (2012),
///   sec. 3; skinning: Magnenat-Thalmann et al., Joint-dependent local deformations (1988)
class NodalWeights : public Mapping {
 public:
  /// Creates the mapping and adds ghosts to the parents.
  /// @param name     name used in messages
  /// @param child    mapped state
  /// @param parents  states that determine the child, in the order to which `weights` refers
  /// @param weights  one row for each owned node of the child; nodes with empty rows are not
  ///   displaced
  /// @throws InputError if the child or a parent consists of scalars, if a parent is the child
  ///   itself or differs from it in dimension, or if a child frame does not follow exactly one
  ///   frame with weight 1
  /// @throws InternalError if the number of rows differs from the number of owned nodes
  /// @note Collective.
  NodalWeights(std::string name, la::State& child, std::vector<la::State*> parents, const WeightTable& weights);

  const std::string& name() const override { return name_; }
  const la::State& child() const override { return child_; }
  la::State& child() override { return child_; }
  std::vector<const la::State*> parents() const override { return {parents_.begin(), parents_.end()}; }
  bool isLinear() const override { return is_linear_; }

  void updateChild() override;
  void addJacobian(Jacobian& J) const override;
  void addBiasAcceleration(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 private:
  struct Term {
    std::uint32_t parent;
    LocalIndex node;
    double weight;
  };
  bool hasArm(std::size_t term) const { return !is_linear_ && !arms_[term].isZero(0.0); }
  /// Returns the current weighted arm r_k of a term. Requires hasArm().
  base::Vec3 armOf(std::size_t term) const;
  template <class Visit>
  void forEachTerm(Visit&& visit) const;
  void requireFit() const;
  void requireOneFrameEach() const;
  void findArms(const WeightTable& weights);

  std::string name_;
  la::State& child_;
  std::vector<la::State*> parents_;
  std::vector<std::size_t> starts_;  // [owned child nodes + 1]
  std::vector<Term> terms_;
  bool is_linear_ = true;         // true only if the mapping is linear on all ranks
  std::vector<base::Vec3> arms_;  // [terms] a_k, 0 for points; empty if the mapping is linear
};

}  // namespace tenon::mapping

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

/// Table of the parent nodes and weights that determine each owned node of a child. Any rank may
/// own the parent nodes.
class WeightTable {
 public:
  /// Weight of one parent node.
  struct Term {
    std::size_t parent;  ///< Index into the list of parents.
    GlobalIndex node;    ///< Global number of the parent node.
    double weight;       ///< Weight of the term.
    /// Weighted arm a_k. If empty, the arm is the weight times the vector from the frame to the
    /// child node.
    std::optional<base::Vec3> arm;
  };

  /// Adds a term to the current node.
  void add(std::size_t parent, GlobalIndex node, double weight, std::optional<base::Vec3> arm = {}) {
    terms_.push_back({parent, node, weight, std::move(arm)});
  }
  /// Ends the current node; subsequent terms belong to the next node.
  void endNode() { starts_.push_back(terms_.size()); }

  /// Returns the terms of all nodes.
  const std::vector<Term>& terms() const { return terms_; }
  /// Returns the first term of each node, followed by the number of all terms.
  const std::vector<std::size_t>& starts() const { return starts_; }

 private:
  std::vector<std::size_t> starts_{0};
  std::vector<Term> terms_;
};

/// Mapping in which each node is displaced by a weighted mean of the displacements that nodes of
/// the parents prescribe:
///
/// u = sum_k (w_k u_k + (R_k - I) a_k), a_k = w_k (X - X_k),
///
/// with reference positions X. Points do not rotate: they give u = sum w_k u_k, J = w_k 1, which is
/// linear. Frames with the current arm r_k = R_k a_k (linear blend skinning; one frame with w = 1:
/// a rigid body; other arms: a beam) give
///
///   J = [w_k 1, -[r_k]x],   J. v = sum w x (w x r_k),
///   dJ^T/dq f = r_k f^T - (f . r_k) 1 for the rotation of frame k with itself, 0 elsewhere.
///
/// A node that is a frame follows one frame with w = 1 and rotates with it. In 2D, rotations are
/// about z.
///
/// @see Faure et al., SOFA: a multi-model framework for interactive physical simulation (2012),
///   sec. 3; skinning: Magnenat-Thalmann et al., Joint-dependent local deformations (1988)
class NodalWeights : public Mapping {
 public:
  /// Creates the mapping and adds ghosts to the parents.
  /// @param name     name used in messages
  /// @param child    mapped state
  /// @param parents  states that determine the child; the terms of `weights` refer to their order
  /// @param weights  one row for each owned node of the child; a node with an empty row is fixed
  /// @throws InputError if parents are scalars, differ from the child in dimension, or are the
  ///   child itself, and if a frame does not follow exactly one frame
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
  /// Returns the current arm r_k of a term, which must have an arm.
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

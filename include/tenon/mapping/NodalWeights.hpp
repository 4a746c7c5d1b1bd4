#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

using base::GlobalIndex;

/// What each owned node of a child follows: weights of nodes of its parents, which any rank may own.
class WeightTable {
 public:
  struct Term {
    std::size_t parent;  ///< place in the list of parents
    GlobalIndex node;
    double weight;
    std::optional<base::Vec3> arm;  ///< where it is not weight times the way from the frame to the child's node
  };

  void add(std::size_t parent, GlobalIndex node, double weight, std::optional<base::Vec3> arm = {}) {
    terms_.push_back({parent, node, weight, std::move(arm)});
  }
  /// What follows belongs to the next node.
  void endNode() { starts_.push_back(terms_.size()); }

  const std::vector<Term>& terms() const { return terms_; }
  /// First term of each node, and the number of all.
  const std::vector<std::size_t>& starts() const { return starts_; }

 private:
  std::vector<std::size_t> starts_{0};
  std::vector<Term> terms_;
};

/// Nodes that move as weighted means of what nodes of their parents carry along,
///
///   u = sum_k (w_k u_k + (R_k - 1) a_k),   a_k = w_k (X - X_k),
///
/// X places at rest. Points do not turn: for them it is u = sum w_k u_k, J = w_k 1, which is linear. Of frames, with
/// the arm r_k = R_k a_k now (linear blend skinning; one frame and w = 1: a rigid body; other arms: a beam's),
///
///   J = [w_k 1, -[r_k]x],   J. v = sum w x (w x r_k),
///   dJ^T/dq f = r_k f^T - (f . r_k) 1 for the rotation of frame k by itself, 0 elsewhere.
///
/// A node that is a frame follows one frame, w = 1, and turns with it. In the plane rotations are about z.
/// Source: Faure et al., SOFA: a multi-model framework for interactive physical simulation (2012), sec. 3; skinning:
/// Magnenat-Thalmann et al., Joint-dependent local deformations (1988).
class NodalWeights : public Mapping {
 public:
  /// Collective. `weights`: a row for each node of the child that this rank owns, which may be empty: such a node
  /// stays where it is. Adds ghosts to the parents. InputError where parents are scalars, differ from the child in
  /// dimension or are it, and where a frame follows what is not one frame.
  NodalWeights(std::string name, la::State& child, std::vector<la::State*> parents, const WeightTable& weights);

  const std::string& name() const override { return name_; }
  const la::State& child() const override { return child_; }
  la::State& child() override { return child_; }
  std::vector<const la::State*> parents() const override { return {parents_.begin(), parents_.end()}; }
  bool isLinear() const override { return is_linear_; }

  void place() override;
  void addJacobian(Jacobian& J) const override;
  void addAccelerationOfMotion(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 private:
  struct Term {
    std::uint32_t parent;
    LocalIndex node;
    double weight;
  };
  bool hasArm(std::size_t term) const { return !is_linear_ && !arms_[term].isZero(0.0); }
  /// r_k of a term that has an arm.
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
  bool is_linear_ = true;         // on every rank
  std::vector<base::Vec3> arms_;  // [terms] a_k, 0 of points; empty where it is linear
};

}  // namespace tenon::mapping

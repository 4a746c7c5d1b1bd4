#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/State.hpp"

namespace tenon::constraint {

class Condition;

/// What conditions block beside single unknowns, as they say it: directions of single nodes, nodes that move together,
/// weighted sums over groups. They need not be orthogonal to each other, nor to held unknowns: orthonormalise() sees to
/// that.
class ObliqueDirections {
 public:
  /// direction . u = value, `direction` of length one.
  struct OfNode {
    const la::State* state;
    base::LocalIndex node;
    base::Vec3 direction;
    double value;
    const Condition* by;
  };
  /// u[first] = u[second].
  struct Pair {
    const la::State* first_state;
    base::LocalIndex first;
    const la::State* second_state;
    base::GlobalIndex second;
    const Condition* by;
  };
  struct Term {
    const la::State* state;
    base::LocalIndex node;
    base::Vec3 coefficient;
  };
  /// Sum over the terms of all ranks of coefficient . u = 0.
  struct Sum {
    std::vector<Term> terms;
    const Condition* by;
  };

  /// Holds u of a local node at `value` along `direction`; owned nodes matter.
  void block(const la::State& state, base::LocalIndex node, const base::Vec3& direction, double value,
             const Condition& by) {
    if (state.layout().isOwned(node)) of_nodes_.push_back({&state, node, direction, value, &by});
  }
  /// Makes two nodes move together. Said by the rank that owns the first one.
  void attach(const Pair& pair) { pairs_.push_back(pair); }
  /// Said by all ranks in the same order, each with the terms of its own nodes.
  void blockSum(Sum sum) { sums_.push_back(std::move(sum)); }

  const std::vector<OfNode>& ofNodes() const { return of_nodes_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  const std::vector<Sum>& sums() const { return sums_; }

 private:
  std::vector<OfNode> of_nodes_;
  std::vector<Pair> pairs_;
  std::vector<Sum> sums_;
};

}  // namespace tenon::constraint

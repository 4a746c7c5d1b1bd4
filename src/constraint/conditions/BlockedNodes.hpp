#pragma once
#include <map>
#include <utility>
#include <vector>

#include "NodeBasis.hpp"
#include "tenon/constraint/conditions/orthonormalise.hpp"

namespace tenon::constraint {

/// The owned nodes at which anything oblique is blocked, and the nodes they are attached to: the work behind
/// orthonormalise().
class BlockedNodes {
 public:
  using Node = std::pair<std::size_t, LocalIndex>;  // number of the state, owned node

  BlockedNodes(std::vector<HeldUnknowns>& held, const std::vector<const Condition*>& conditions, const NodeTag& tag)
      : held_(held), conditions_(conditions), tag_(tag) {}

  /// Collective each, in this order.
  void block(const std::vector<ObliqueDirections::OfNode>& directions);
  void attach(const std::vector<ObliqueDirections::Pair>& pairs);
  void holdAxes();

  /// The rows of nodes and of attachments. Not collective.
  void addRows(BlockedDirections& blocked) const;

  /// Takes out of a sum over nodes, sum of c . u = 0, what is blocked already: sum of c' . u = value. Collective;
  /// nodes may come in. Gives this rank's part of the value, and the size of its terms.
  std::pair<double, double> reduce(std::map<Node, base::Vec3>& coefficients);

  std::size_t indexOf(const la::State& state) const;
  const la::State& state(std::size_t s) const { return held_[s].state(); }
  const base::Communicator& comm() const { return held_.front().state().layout().comm(); }

 private:
  /// The other end of an attachment, as the owner of a node knows it.
  struct Partner {
    std::size_t state;
    GlobalIndex node;
    int by;
    bool is_first;  // whether this end is
  };
  struct Request;
  struct Reply;

  int numberOf(const std::string& name) const;
  int numDirections(std::size_t s) const { return std::min(held_[s].state().block(), 3); }
  NodeBasis& basisOf(const Node& node);
  void join(const Node& node, GlobalIndex other, std::size_t other_state, int by, bool is_first);
  void unite(const NodeBasis& first, const NodeBasis& second, const Node& mine, int by);
  int ownerOf(const Partner& partner) const { return state(partner.state).layout().ownerOf(partner.node); }

  std::vector<HeldUnknowns>& held_;
  const std::vector<const Condition*>& conditions_;
  const NodeTag& tag_;
  std::map<Node, NodeBasis> bases_;
  std::map<Node, int> num_axes_;  // leading members of a basis that are axes
  std::map<Node, Partner> partners_;
};

}  // namespace tenon::constraint

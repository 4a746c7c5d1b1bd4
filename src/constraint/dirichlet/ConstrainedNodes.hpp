// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "NodeBasis.hpp"
#include "constraint/dirichlet/ConstrainedDirections.hpp"
#include "tenon/constraint/DirichletCondition.hpp"

namespace tenon::constraint {

/// Owned nodes with oblique constrained directions, and the nodes to which they are attached.
/// Implementation of orthonormalise().
class ConstrainedNodes {
 public:
  using Node = std::pair<std::size_t, LocalIndex>;  // index of the state, owned node

  ConstrainedNodes(std::vector<ConstrainedDofs>& dofs, const std::vector<const DirichletCondition*>& conditions,
                   const NodeTag& tag)
      : dofs_(dofs), conditions_(conditions), tag_(tag) {}

  /// Adds directions of single nodes, attached pairs, and finally prescribed degrees of freedom
  /// where the directions of a node contain coordinate axes. To be called in this order.
  /// @note Collective.
  void addDirections(const std::vector<ObliqueDirections::NodeDirection>& directions);
  void addPairs(const std::vector<ObliqueDirections::AttachedNodes>& pairs);
  void constrainAxes();

  /// Adds the rows of nodes and of attachments. @note Not collective.
  void addRows(ConstrainedDirections& blocked) const;

  /// Removes constrained directions from a sum over nodes: sum of c . u = 0 becomes
  /// sum of c' . u = value. Further nodes may enter the sum.
  /// @return  this rank's part of the value, and the sum of the magnitudes of its terms
  /// @note Collective.
  std::pair<double, double> reduce(std::map<Node, base::Vec3>& coefficients);

  std::size_t indexOf(const la::State& state) const;
  const la::State& state(std::size_t s) const { return dofs_[s].state(); }
  const base::Communicator& comm() const { return dofs_.front().state().layout().comm(); }

 private:
  /// Other end of an attachment, as stored by the owner of a node.
  struct Partner {
    std::size_t state;
    GlobalIndex node;
    int by;
    bool is_first;  // true if this end is the first
  };
  struct Request;
  struct Reply;

  int numberOf(const std::string& name) const;
  int numDirections(std::size_t s) const { return std::min(dofs_[s].state().block(), 3); }
  NodeBasis& basisOf(const Node& node);
  void join(const Node& node, GlobalIndex other, std::size_t other_state, int by, bool is_first);
  void unite(const NodeBasis& first, const NodeBasis& second, const Node& mine, int by);
  int ownerOf(const Partner& partner) const { return state(partner.state).layout().ownerOf(partner.node); }

  std::vector<ConstrainedDofs>& dofs_;
  const std::vector<const DirichletCondition*>& conditions_;
  const NodeTag& tag_;
  std::map<Node, NodeBasis> bases_;
  std::map<Node, int> num_axes_;  // number of leading members of a basis that are coordinate axes
  std::map<Node, Partner> partners_;
};

}  // namespace tenon::constraint

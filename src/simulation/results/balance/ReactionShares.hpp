// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "constraint/dirichlet/NodeBasis.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Decomposition of the nodal reactions into the forces of the individual Dirichlet conditions.
///
/// Each condition exerts forces only along the degrees of freedom and directions that it
/// constrains. A direction that several conditions constrain belongs to the first of them. If the
/// directions of a node are not orthogonal, the reaction is their linear combination. The two nodes
/// of an attachment are in equilibrium together: the reactions of both belong to the other
/// conditions of these nodes, and the attachment exerts on its first node the force that remains.
/// The forces of all conditions except attachments sum to the total reaction.
class ReactionShares {
 public:
  /// Decomposes the reactions.
  /// @param reactions  local array of nodal reactions of each body
  /// @note Collective.
  ReactionShares(const system::MechanicalSystem& system, const std::vector<std::vector<double>>& reactions);

  /// Returns the forces that a condition of the system exerts on the nodes of its state,
  /// [numLocal x block]; the values of ghosts are zero.
  std::vector<double> of(const constraint::DirichletCondition& condition) const;

 private:
  using Node = std::pair<std::size_t, base::LocalIndex>;  // index of the body, owned node
  struct Share {
    base::LocalIndex node;
    int component;
    double force;
  };
  /// Linearly independent directions of a node, as specified by the conditions, and their
  /// orthonormal basis, whose members refer to the conditions. Exchanged between ranks.
  struct Directions {
    constraint::NodeBasis basis;
    double along[3][3];

    void add(const base::Vec3& direction, int by);
    base::Vec3 alongOf(int i) const { return Eigen::Map<const base::Vec3>(along[i]); }
    base::Vec3 coefficientsOf(const base::Vec3& force) const;
  };
  using Coefficients = std::map<Node, base::Vec3>;
  struct Half;
  struct Request;
  struct Reply;

  int numberOf(const constraint::DirichletCondition* condition) const { return numbers_.at(condition); }
  int numDirections(std::size_t body) const;
  base::Vec3 reactionOf(const Node& node) const;
  Directions& directionsOf(const Node& node);
  void collect();
  void addDegreesOfFreedom();
  void addDirections();
  void addPairs();
  Half halfOf(const Node& node);
  void addCombined(const Node& node, const Half& first, const Half& second, bool is_first);
  void addSums();
  Eigen::VectorXd coefficientsOfSums(const std::vector<Coefficients>& sums) const;
  void addAttachments();
  void add(const Node& node, const base::Vec3& force, int condition);

  const system::MechanicalSystem& system_;
  const std::vector<std::vector<double>>& reactions_;
  std::map<const constraint::DirichletCondition*, int> numbers_;
  std::vector<std::vector<Share>> shares_;  // forces of each condition
  std::vector<std::vector<int>> by_;        // condition of each degree of freedom of each body; -1: none
  constraint::ObliqueDirections oblique_;
  std::map<Node, Directions> directions_;  // directions of nodes with oblique conditions
  std::map<Node, base::Vec3> rest_;        // reactions of these nodes without the shares so far
  std::map<Node, bool> attached_;          // attached nodes; true for the first node of a pair
};

}  // namespace tenon::simulation

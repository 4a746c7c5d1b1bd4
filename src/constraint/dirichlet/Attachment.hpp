// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Pair of nodes, given by their numbers in the mesh files.
struct NodePair {
  std::int64_t first, second;  ///< node numbers
};
/// Reads pairs from a case file.
void readValue(const base::CaseNode& node, std::vector<NodePair>& pairs);
/// Prints pairs for listings of parameters.
std::string printValue(const std::vector<NodePair>& pairs);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const std::vector<NodePair>*) {
  return "[[number, number], ..]";
}

/// Condition u_a = u_b on pairs of nodes of two objects (or one), at any distance.
/// The pairs are given by node numbers, or each node of a group is attached to the nearest node of
/// another group. A node belongs to at most one pair.
class Attachment : public DirichletCondition {
 public:
  /// Parameters of the condition.
  struct Data {
    std::vector<std::string> objects, groups;  ///< first and second object; a group of each
    std::vector<NodePair> nodes;               ///< pairs of node numbers, instead of groups
    double distance = 0;                       ///< largest admissible distance of nodes of groups, length; 0: any
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Finds the pairs.
  /// @throws InputError if neither or both of groups and nodes are given, for objects of different
  ///   dimension, for a node that does not exist, or if the nearest node is farther away than
  ///   `distance`
  /// @note Collective.
  Attachment(Data data, const fem::FindDomain& find);

  const std::string& name() const override { return name_; }
  /// Returns the state of the first object.
  const la::State& state() const override { return first_->state; }
  const std::vector<base::LocalIndex>& nodes() const override { return nodes_; }
  std::int64_t nodeTag(base::LocalIndex node) const override {
    return first_->mesh.nodeTags()[static_cast<std::size_t>(node)];
  }
  void constrainDirections(ObliqueDirections& directions) const override;

 private:
  void pairNearest(const Data& data);
  void pairByNumbers(const Data& data);

  std::string name_;
  const fem::Domain *first_ = nullptr, *second_ = nullptr;
  std::vector<base::LocalIndex> nodes_;      // owned, of the first object
  std::vector<base::GlobalIndex> partners_;  // partner of each of them in the second object
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/Objective.hpp"
#include "tenon/fem/Domain.hpp"

// Nodes of objectives.
namespace tenon::analysis {

/// Returns the owned nodes of a group, or all owned nodes of the mesh if no group is named.
/// @throws InputError if the group does not exist or has no nodes
/// @note Collective.
std::vector<base::LocalIndex> ownedNodesOf(const fem::Domain& domain, const std::string& group);

/// Component of a vector at the nodes of a group.
class GroupComponent {
 public:
  /// Parameters of a case file.
  struct Data {
    std::string object, group;    ///< object and group of the nodes; empty group: all nodes
    std::string component = "x";  ///< component x, y or z
  };
  /// Declares the parameters of a case file. `Derived` is derived from Data.
  /// @param quantity  name of the vector for help texts, such as "displacement"
  template <class Derived>
  static void declare(base::Parameters<Derived>& p, const std::string& quantity) {
    p.required("object", static_cast<std::string Derived::*>(&Data::object), "", "object of the nodes");
    p.optional("group", static_cast<std::string Derived::*>(&Data::group), "",
               "group of the nodes; default: all nodes of the object");
    p.optional("component", static_cast<std::string Derived::*>(&Data::component), "", quantity + " component")
        .oneOf({"x", "y", "z"});
  }

  /// Creates the component.
  /// @throws InputError if the object, the group or the component does not exist
  /// @note Collective.
  GroupComponent(const Data& data, const ObjectiveContext& context);

  /// Returns the object of the nodes.
  const fem::Domain& domain() const { return domain_; }
  /// Returns the state of the object.
  const la::State& state() const { return domain_.state; }
  /// Returns the name of a quantity for messages, such as "displacement z on block/top".
  std::string nameOf(const std::string& quantity) const;
  /// Returns the number of nodes on all ranks.
  double numNodes() const { return num_nodes_; }
  /// Calls `visit` with the index in arrays of the state of each component that this rank owns.
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (const base::LocalIndex node : nodes_)
      visit(static_cast<std::size_t>(node * domain_.state.block() + component_));
  }
  /// Returns the sum of the components of an array of the state. @note Collective.
  double sum(gsl::span<const double> values) const;

 private:
  const fem::Domain& domain_;
  std::string group_, name_;
  int component_;
  std::vector<base::LocalIndex> nodes_;
  double num_nodes_;
};

}  // namespace tenon::analysis

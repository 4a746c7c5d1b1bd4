// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>

#include "tenon/base/algebra.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// Base class of Dirichlet conditions on the nodes of a named group. Derived classes implement
/// constrain() or constrainDirections().
class GroupCondition : public DirichletCondition {
 public:
  /// Creates a condition on the nodes of `group`.
  /// @param type    name of the type in case files
  /// @param group   name of the group of nodes
  /// @param domain  object to which the group belongs, with its mesh and state
  /// @throws InputError if the mesh has no such group, or if the group has no nodes
  /// @note Collective.
  GroupCondition(const std::string& type, const std::string& group, const fem::Domain& domain);

  const std::string& name() const final { return name_; }
  const la::State& state() const final { return domain_.state; }
  const std::vector<base::LocalIndex>& nodes() const final { return nodes_; }
  std::int64_t nodeTag(base::LocalIndex node) const final {
    return domain_.mesh.nodeTags()[static_cast<std::size_t>(node)];
  }

 protected:
  /// Returns the domain (object, mesh and state) to which the group belongs.
  const fem::Domain& domain() const { return domain_; }
  /// Returns the owned nodes among nodes().
  gsl::span<const base::LocalIndex> ownedNodes() const { return {nodes_.data(), num_owned_}; }
  /// Returns the reference position of a local node.
  base::Vec3 position(base::LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(domain_.mesh.points().data() + 3 * static_cast<std::size_t>(node));
  }
  /// Checks that the group has at most 1,000 nodes. A condition on a sum over the nodes couples all
  /// of them and therefore produces a dense matrix block.
  /// @throws InputError if the group has more nodes
  /// @note Collective.
  void requireFewNodes() const;

 private:
  std::string name_;
  fem::Domain domain_;
  std::vector<base::LocalIndex> nodes_;
  std::size_t num_owned_;
};

}  // namespace tenon::constraint

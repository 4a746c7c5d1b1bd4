// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "la/assembly/MatrixAssembly.hpp"
#include "system/mapped/GeometricForces.hpp"
#include "system/mapped/MappedForce.hpp"

namespace tenon::system {

class MappedMatrix;

/// Group of contributors on mapped states that have the same factor in a system matrix. Their
/// matrices are summed before they are transformed to the independent states, J^T (K + B + M) J.
class MappedGroup {
 public:
  /// Contributors of a group.
  struct Members {
    std::vector<const MappedForce*> stiffness,  ///< forces whose K is included
        damping;                                ///< forces whose B is included
    std::vector<const MappedMass*> mass;        ///< masses whose M is included
    /// Geometric stiffness dJ^T/dq f of the mappings; nullptr if it is not included.
    const GeometricForces* geometric = nullptr;

    /// Returns true if the group has no contributor.
    bool empty() const { return stiffness.empty() && damping.empty() && mass.empty() && geometric == nullptr; }
    /// Returns true if both groups have the same contributors.
    bool operator==(const Members& other) const {
      return std::tie(stiffness, damping, mass, geometric) ==
             std::tie(other.stiffness, other.damping, other.mass, other.geometric);
    }
  };

  /// Creates a group and records its pattern. Ghosts are added to the independent states, unless a
  /// larger group has already added them. Groups that add ghosts must be created before the layout
  /// of a linear system.
  /// @throws InputError if a contributor acts on a node with more than 3,162 parent nodes, because
  ///   the resulting matrix would be dense
  /// @note Collective.
  MappedGroup(std::shared_ptr<MappingGraph> graph, Members members);
  ~MappedGroup();

  /// Records the pattern again. Must be called after ghosts have been added to states, or after the
  /// patterns of contributors have changed. @note Collective.
  void record();
  /// Prepares the contributors for a new configuration. Must be called before addTimes() and
  /// assemble().
  /// @note Collective.
  void prepare();
  /// Assembles the matrix in the current configuration. A constant matrix is assembled only once.
  /// @throws InternalError if new entries couple nodes that are not present on this rank
  /// @note Collective.
  void assemble();
  /// Adds the matrix rows of owned nodes, multiplied by `factor`, to the accumulators `to`.
  void addTo(const la::Contributions& to, double factor) const;
  /// Adds J^T C J x to y, where C is the sum of the matrices of the members. The product requires
  /// no assembled matrix. The arrays x and y belong to the independent states.
  /// @note Collective.
  void addTimes(const StateArrays& x, StateArrays& y) const;

  /// Returns the contributors of the group.
  const Members& members() const { return members_; }

 private:
  bool isConstant() const;

  std::shared_ptr<MappingGraph> graph_;
  Members members_;
  std::unique_ptr<MappedMatrix> matrix_;
  bool is_assembled_ = false;
};

/// Groups of contributors on mapped states of one mechanical system. The groups are created on
/// demand.
class MappedGroups {
 public:
  /// Creates an empty set of groups for the mapped states of `graph`.
  explicit MappedGroups(std::shared_ptr<MappingGraph> graph) : graph_(std::move(graph)) {}
  /// Returns the group with these members.
  /// @note Collective if the group is new.
  MappedGroup& group(const MappedGroup::Members& members);
  /// Calls MappedGroup::record() for all groups. @note Collective.
  void record();

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<std::unique_ptr<MappedGroup>> groups_;  // same order on all ranks
};

}  // namespace tenon::system

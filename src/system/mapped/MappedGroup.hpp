// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "la/assembly/MatrixAssembly.hpp"
#include "system/mapped/MappedForce.hpp"

namespace tenon::system {

class MappedMatrix;
class GeometricForces;

/// Group of contributors on mapped states that have the same factor in a system matrix. Their
/// matrices are summed before they are transformed to the independent states, J^T (K + B + M) J.
class MappedGroup {
 public:
  /// Contributors of a group.
  struct Members {
    std::vector<const MappedForce*> stiffness,  ///< Forces whose K is included.
        damping;                                ///< Forces whose B is included.
    std::vector<const MappedMass*> mass;        ///< Masses whose M is included.
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

/// Contributor that adds the geometric stiffness of nonlinear mappings for all forces on mapped
/// states,
///   K = dJ^T/dq (f + G^T lambda - M a).
/// It adds no force.
class GeometricForces : public force::ForceField {
 public:
  /// Function that adds forces that have no contributor, such as constraint forces, to the owned
  /// nodes of all states. @note Collective.
  using AdditionalForces = std::function<void(StateArrays&)>;
  /// Creates the contributor.
  /// @param graph    graph of the mapped states
  /// @param forces   forces on mapped states
  /// @param masses   masses of mapped states
  /// @param further  function that adds all other forces on mapped states
  GeometricForces(std::shared_ptr<MappingGraph> graph, std::vector<const MappedForce*> forces,
                  std::vector<const MappedMass*> masses, AdditionalForces further);

  std::string name() const override { return "geometric stiffness of mappings"; }
  void addForce(la::ForceVector&) const override {}
  /// Throws an InternalError, because the matrix is assembled by a MappedGroup.
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return graph_->isLinear(); }
  bool isSymmetric() const override { return graph_->hasSymmetricStiffness(); }

  void prepareDerivatives() const override;
  /// Excludes external loads from the forces if `act` is false.
  void setLoadsEnabled(bool act) { loads_enabled_ = act; }

  /// Returns the geometric stiffness of each mapping, as computed by the last call to
  /// prepareDerivatives(). Before the first call, all values are those for zero forces.
  const std::vector<mapping::GeometricStiffness>& stiffness() const;
  /// Adds K dx to df at owned and ghost nodes, where dx contains the displacement increments of all
  /// states.
  void addTimesOnAll(const StateArrays& dx, StateArrays& df) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<const MappedForce*> forces_;
  std::vector<const MappedMass*> masses_;
  AdditionalForces further_;
  bool loads_enabled_ = true;
  mutable std::vector<mapping::GeometricStiffness> stiffness_;
};

/// Adds the products of the geometric stiffnesses and the displacement increments of all states at
/// owned and ghost nodes.
/// @param graph  graph of the mapped states
/// @param K      geometric stiffness of each mapping of the graph
/// @param dx     displacement increments of all states, indexed by MappingGraph::indexOf()
/// @param df     forces on all states, indexed likewise, to which the products are added
void addTimes(const MappingGraph& graph, const std::vector<mapping::GeometricStiffness>& K, const StateArrays& dx,
              StateArrays& df);

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

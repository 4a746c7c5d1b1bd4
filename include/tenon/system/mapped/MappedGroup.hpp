// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/mapped/MappedForce.hpp"

namespace tenon::system {

class MappedMatrix;
class GeometricForces;

/// Contributors on mapped states that have the same factor in a matrix over the independent states.
/// Their matrices are transformed together: J^T (K + B + M) J.
class MappedGroup {
 public:
  /// Contributors of one group.
  struct Members {
    std::vector<const MappedForce*> stiffness,  ///< Forces whose K is included.
        damping;                                ///< Forces whose B is included.
    std::vector<const MappedMass*> mass;        ///< Masses whose M is included.
    /// Geometric stiffness dJ^T/dq f of the mappings; nullptr: none.
    const GeometricForces* geometric = nullptr;

    /// Returns true if the group has no contributor.
    bool empty() const { return stiffness.empty() && damping.empty() && mass.empty() && geometric == nullptr; }
    /// Returns true if both groups have the same contributors.
    bool operator==(const Members& other) const {
      return std::tie(stiffness, damping, mass, geometric) ==
             std::tie(other.stiffness, other.damping, other.mass, other.geometric);
    }
  };

  /// Creates a group. Adds ghosts to the independent states, unless a larger group has added them.
  /// @note Collective.
  MappedGroup(std::shared_ptr<MappingGraph> graph, Members members);
  ~MappedGroup();

  /// Finds the pattern anew, after ghosts of states were added or contributors changed their
  /// pattern. @note Collective.
  void record();
  /// Prepares the contributors at a new configuration, before addTimes() and assemble().
  /// @note Collective.
  void prepare();
  /// Assembles the matrix at the current configuration; only once if it is constant.
  /// @note Collective.
  void assemble();
  /// Adds `factor` times the matrix, rows of owned nodes.
  void addTo(const la::Contributions& to, double factor) const;
  /// Computes y += J^T C J x with the sum C of the members' matrices, on arrays of the independent
  /// states, without a stored matrix.
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

/// Geometric stiffness of nonlinear mappings, as a contributor without a force: K = dJ^T/dq (f +
/// G^T lambda - M a), with all forces on mapped states.
class GeometricForces : public force::ForceField {
 public:
  /// Function that adds forces without a contributor, such as those of multipliers, on owned nodes
  /// of all states. @note Collective.
  using AdditionalForces = std::function<void(StateArrays&)>;
  /// Creates the contributor for these forces and masses on mapped states.
  GeometricForces(std::shared_ptr<MappingGraph> graph, std::vector<const MappedForce*> forces,
                  std::vector<const MappedMass*> masses, AdditionalForces further);

  std::string name() const override { return "geometric stiffness of mappings"; }
  void addForce(la::ForceVector&) const override {}
  /// Must not be called, because the matrix is assembled by a MappedGroup. @see MappedForce
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return graph_->isLinear(); }
  bool isSymmetric() const override { return graph_->hasSymmetricStiffness(); }

  void prepareDerivatives() const override;
  /// Excludes external loads from the forces if `act` is false.
  void setLoadsEnabled(bool act) { loads_enabled_ = act; }

  /// Returns the geometric stiffness of each mapping, as of the last prepareDerivatives(); without
  /// forces before.
  const std::vector<mapping::GeometricStiffness>& stiffness() const;
  /// Adds K times displacements of all states, on owned nodes and ghosts.
  void addTimesOnAll(const StateArrays& dx, StateArrays& df) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<const MappedForce*> forces_;
  std::vector<const MappedMass*> masses_;
  AdditionalForces further_;
  bool loads_enabled_ = true;
  mutable std::vector<mapping::GeometricStiffness> stiffness_;
};

/// Adds K times displacements of all states, on owned nodes and ghosts.
/// @param graph  graph of the mapped states
/// @param K      geometric stiffness of each follower of the graph
/// @param dx     displacements of all states, indexed by MappingGraph::indexOf()
/// @param df     forces on all states, likewise, to which the products are added
void addTimes(const MappingGraph& graph, const std::vector<mapping::GeometricStiffness>& K, const StateArrays& dx,
              StateArrays& df);

/// Groups of mapped contributors of one mechanical system, created on demand.
class MappedGroups {
 public:
  /// Creates an empty set of groups of contributors on the mapped states of `graph`.
  explicit MappedGroups(std::shared_ptr<MappingGraph> graph) : graph_(std::move(graph)) {}
  /// Returns the group with these members.
  /// @note Collective if the group is new.
  MappedGroup& group(const MappedGroup::Members& members);
  /// Calls MappedGroup::record() of all groups. @note Collective.
  void record();

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<std::unique_ptr<MappedGroup>> groups_;  // same order on all ranks
};

}  // namespace tenon::system

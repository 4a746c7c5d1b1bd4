// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

class TotalJacobian;

/// Mapped state and the contributors that act on it.
struct MappedObject {
  std::unique_ptr<mapping::Mapping> mapping;  ///< Mapping that determines the state.
  /// Object of the mapped state; nullptr if the mapping created the state.
  std::unique_ptr<Body> body;
  /// Forces in addition to those of the object.
  std::vector<std::unique_ptr<force::ForceField>> forces;

  /// Returns the mapped state.
  const la::State& state() const { return mapping->child(); }
};

/// One local array per state, [numLocal x block], ghosts included.
using StateArrays = std::vector<std::vector<double>>;

/// Independent states of a mechanical system and the states that are mapped from them, in chains
/// and diamonds: a directed acyclic graph whose edges are mappings.
///
///   down  x = m(q), v = J v_q, a = J a_q + J. v_q      parents before children
///   up    f_q += J^T f                                 children before parents
///
/// States are numbered: independent states first, in their order, then mapped states, parents
/// before children. The Jacobian of a mapping refers to its own parents; total(state) is the
/// Jacobian with respect to the independent states, the sum of the products along all paths. Both
/// are evaluated once per configuration, independently of the number of contributors.
class MappingGraph {
 public:
  /// Sorts the graph and adds ghosts to the independent states. Must be called before the layout of
  /// a linear system is created, and after the contributors on mapped states are created.
  /// @throws InputError if states depend on each other in a cycle; the message gives the path
  /// @note Collective.
  MappingGraph(std::vector<la::State*> independent, std::vector<MappedObject> mapped_objects);
  ~MappingGraph();

  /// Returns the mapped states in topological order.
  const std::vector<MappedObject>& mappedObjects() const { return mapped_objects_; }
  /// Returns all states: independent states, then those of mappedObjects().
  const std::vector<la::State*>& states() const { return states_; }
  /// Returns the independent states.
  const std::vector<la::State*>& independent() const { return independent_; }
  /// Returns the number of independent states.
  std::size_t numIndependent() const { return independent_.size(); }
  /// Returns the communicator of the states.
  const base::Communicator& comm() const { return states_.front()->layout().comm(); }
  /// Returns the index of a state.
  /// @throws InternalError if the state does not belong to the graph
  std::size_t indexOf(const la::State& state) const;
  /// Returns true if the state is a mapped state.
  bool isMapped(const la::State& state) const;
  /// Returns true if all mappings are linear.
  bool isLinear() const;
  /// Returns true if K of every nonlinear mapping is symmetric.
  bool hasSymmetricStiffness() const;

  /// Updates displacement, velocity and acceleration of the mapped states from their parents,
  /// ghosts included. Nothing is done if the independent states have not changed since the last
  /// call.
  /// @note Collective.
  void updateStates();
  /// Updates J after State::addGhosts() on mapped states; the parents of these ghosts become ghosts
  /// of the independent states. @note Collective.
  void updateGhostJacobians();
  /// Returns the number of evaluations of J since the graph was created.
  long numEvaluations() const { return num_evaluations_; }

  /// Returns the Jacobian of a mapped state with respect to the independent states.
  const TotalJacobian& total(std::size_t state) const;

  /// Returns J. v of every state, [numLocal x block]: its acceleration if the accelerations of the
  /// independent states are 0. @note Collective.
  StateArrays velocityDependentAccelerations() const;

  /// Returns J x: arrays of all states from those of the independent states, ghosts included.
  /// @note Collective.
  StateArrays applyJacobian(const StateArrays& x) const;
  /// Transfers forces on all states to their parents: each state receives J^T f of its children,
  /// complete on owned nodes. Values on ghosts are added to their owners.
  /// @note Collective.
  void applyTransposedJacobian(StateArrays& f) const;
  /// Sets ghost values to zero, because contributors also write values that the owners compute
  /// themselves.
  void zeroGhosts(StateArrays& f) const;

  /// Returns zeros, one array per state.
  StateArrays zeros() const;

  /// Adds dJ^T/dq f of all nonlinear mappings, with all forces f on the mapped states, including
  /// the forces transferred from their children.
  /// @note Not collective.
  void addGeometricStiffness(const StateArrays& f, std::vector<mapping::GeometricStiffness>& K) const;

 private:
  struct Edges;  // Jacobian of one mapped state with respect to its own parents
  void sortMappedObjects(std::vector<MappedObject> mapped_objects);
  bool hasMoved();
  void mapStates();
  void storeConfiguration();
  void findParentNodes();
  void addProducts(std::size_t state, StateArrays& x) const;
  void evaluate();

  std::vector<la::State*> independent_, states_;
  std::vector<MappedObject> mapped_objects_;
  // for each state: all mappings on the paths to it are linear
  std::vector<bool> is_linear_;
  std::vector<Edges> edges_;                           // [followers]
  std::vector<std::unique_ptr<TotalJacobian>> total_;  // [followers]
  // state of the parent nodes at the last updateStates()
  StateArrays evaluated_at_;
  std::vector<std::vector<LocalIndex>> parent_nodes_;  // parent nodes, for each independent state
  long num_evaluations_ = 0;
};

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "system/StateArrays.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

class TotalJacobian;

/// Directed acyclic graph of the independent states of a mechanical system and the mapped states
/// that depend on them. The edges are mappings. The parents of a mapped state may be mapped states
/// themselves, and a state may depend on another state along several paths.
///
///   down  x = m(q), v = J v_q, a = J a_q + dJ/dt v_q      parents before children
///   up    f_q += J^T f                                 children before parents
///
/// Independent states are numbered first, in the given order, followed by mapped states with
/// parents before children. The Jacobian of a mapping refers to its direct parents. total(state) is
/// the Jacobian with respect to the independent states. It is the sum over all paths of the
/// products of the Jacobians along each path. Both are evaluated once per configuration, regardless
/// of the number of contributors.
class MappingGraph {
 public:
  /// Sorts the graph, adds ghosts to the independent states and updates the mapped states. The
  /// graph must be created after the contributors on mapped states and before the layout of a
  /// linear system.
  /// @throws InputError if the mappings form a cycle; the message contains the path
  /// @note Collective.
  MappingGraph(std::vector<la::State*> independent, std::vector<MappedObject> mapped_objects);
  ~MappingGraph();

  /// Returns the mapped states in topological order.
  const std::vector<MappedObject>& mappedObjects() const { return mapped_objects_; }
  /// Returns all states, the independent states followed by those of mappedObjects().
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
  /// Returns true if the geometric stiffness of every nonlinear mapping is symmetric.
  bool hasSymmetricStiffness() const;

  /// Updates displacements, velocities and accelerations of the mapped states from their parents,
  /// including ghosts. Nothing is computed if the independent states have not changed since the
  /// last call.
  /// @note Collective.
  void updateStates();
  /// Updates J after ghosts have been added to mapped states by State::addGhosts(). The parent
  /// nodes of the new ghosts become ghosts of the independent states. @note Collective.
  void updateGhostJacobians();
  /// Returns the number of Jacobian evaluations since the graph was created.
  long numEvaluations() const { return num_evaluations_; }

  /// Returns the Jacobian of a mapped state with respect to the independent states.
  /// @param state  index of the mapped state, see indexOf()
  const TotalJacobian& total(std::size_t state) const;

  /// Returns dJ/dt v of every state, [numLocal x block]: the acceleration of the state if the
  /// accelerations of the independent states are zero. @note Collective.
  StateArrays velocityDependentAccelerations() const;

  /// Returns J x for all states, including ghosts.
  /// @param x  arrays of the independent states, including ghosts
  /// @throws InternalError if the size of an array is wrong
  /// @note Collective.
  StateArrays applyJacobian(const StateArrays& x) const;
  /// Transfers forces from all mapped states to their parents. Each state receives J^T f from its
  /// children. Values at ghosts are added to their owners, so that the results are complete on
  /// owned nodes.
  /// @note Collective.
  void applyTransposedJacobian(StateArrays& f) const;
  /// Sets the values at ghosts to zero. These values are redundant, because contributors add them
  /// on the owning ranks as well.
  void zeroGhosts(StateArrays& f) const;

  /// Returns one array of zeros per state.
  StateArrays zeros() const;

  /// Computes the geometric stiffness dJ^T/dq f of all nonlinear mappings, as specified by
  /// MappingOptions::geometric_stiffness.
  /// @param f  forces on all states, including the forces transferred from their children
  /// @param K  geometric stiffness of each mapping; previous entries are removed
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
  // for each state, true if all mappings on the paths to it are linear
  std::vector<bool> is_linear_;
  std::vector<Edges> edges_;                           // [mapped states]
  std::vector<std::unique_ptr<TotalJacobian>> total_;  // [mapped states]
  // values of the parent nodes at the last updateStates()
  StateArrays evaluated_at_;
  std::vector<std::vector<LocalIndex>> parent_nodes_;  // parent nodes, for each independent state
  long num_evaluations_ = 0;
};

}  // namespace tenon::system

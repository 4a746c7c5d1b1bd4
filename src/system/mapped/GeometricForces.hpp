// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "system/mapped/MappedForce.hpp"

namespace tenon::system {

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

}  // namespace tenon::system

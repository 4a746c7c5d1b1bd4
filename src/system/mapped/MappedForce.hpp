// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "la/assembly/MatrixAssembly.hpp"
#include "system/differences/FiniteDifferences.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/mass/Mass.hpp"

// Wrappers that represent contributors on mapped states as contributors on the independent states.
// Linear systems therefore do not depend on mappings.
namespace tenon::system {

/// Force f on mapped states x. It acts on the independent states q as J^T f with J = dx/dq. Its
/// derivatives are
///
///   K = J^T (df/dx) J,  B = J^T (df/dv) J.
///
/// This class also represents interactions between a mapped state and any other state. The name and
/// the Rayleigh damping are those of the wrapped force. The matrices and products are evaluated by
/// a MappedGroup; addStiffness() and addDamping() throw an InternalError.
class MappedForce : public force::ForceField {
 public:
  /// Wraps a force, which must outlive this object.
  /// @param graph        graph of the mapped states
  /// @param force        force on mapped states
  /// @param differences  finite differences of all states, for derivatives that the force does not
  ///   implement
  MappedForce(std::shared_ptr<MappingGraph> graph, force::ForceField& force,
              std::shared_ptr<FiniteDifferences> differences);

  std::string name() const override { return force_.name(); }
  void setTime(double time) override { force_.setTime(time); }
  void commit() override { force_.commit(); }
  fem::InternalVariables* internalVariables() override { return force_.internalVariables(); }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return force_.dependsOnVelocity(); }
  void addDamping(la::DampingMatrix& B) const override;
  bool isSymmetric() const override { return force_.isSymmetric(); }
  bool isLinear() const override { return graph_->isLinear() && force_.isLinear(); }
  bool supportsLargeRotations() const override { return force_.supportsLargeRotations(); }
  bool dependsOnRate() const override { return force_.dependsOnRate(); }
  double energy() const override { return force_.energy(); }
  bool hasEnergy() const override { return force_.hasEnergy(); }
  bool isSupport() const override { return force_.isSupport(); }
  bool isLoad() const override { return force_.isLoad(); }
  void completeTangent() override { force_.completeTangent(); }

  /// Returns the wrapped force.
  const force::ForceField& force() const { return force_; }

  /// Adds the force in the current configuration to the owned nodes of all states of the graph.
  /// Values at ghosts are set to zero.
  /// @note Collective.
  void addForceOnAll(StateArrays& f) const;
  /// Adds K dx to df at owned nodes, where dx contains the displacement increments of all states.
  /// @note Collective if the force does not implement K.
  void addStiffnessTimesOnAll(const StateArrays& dx, StateArrays& df) const;
  /// Adds B dv to df at owned nodes, where dv contains the velocity increments of all states.
  /// @note Collective if the force does not implement B.
  void addDampingTimesOnAll(const StateArrays& dv, StateArrays& df) const;

  /// Prepares the derivatives of the wrapped force. Must be called before addOwnStiffness() and
  /// addOwnDamping().
  /// @note Collective.
  void prepareOwnDerivatives() const;
  /// Adds the stiffness df/dx of the wrapped force with respect to all states.
  void addOwnStiffness(const la::Contributions& to) const;
  /// Adds the damping df/dv of the wrapped force with respect to all states.
  void addOwnDamping(const la::Contributions& to) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  force::ForceField& force_;
  std::shared_ptr<FiniteDifferences> differences_;
};

/// Mass M of a mapped state. The mass acts on the independent states as J^T M J. The name and the
/// Rayleigh damping are those of the wrapped mass. The matrix is assembled by a MappedGroup;
/// addMass() throws an InternalError.
class MappedMass : public mass::Mass {
 public:
  /// Wraps a mass, which must outlive this object.
  MappedMass(std::shared_ptr<MappingGraph> graph, const mass::Mass& mass);

  std::string name() const override { return mass_.name(); }
  void addMass(la::MassMatrix& M) const override;
  double total() const override { return mass_.total(); }

  /// Returns the wrapped mass.
  const mass::Mass& mass() const { return mass_; }
  /// Adds M dv to df at owned nodes, where dv contains the increments of the velocities or
  /// accelerations of all states.
  void addMassTimesOnAll(const StateArrays& dv, StateArrays& df) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  const mass::Mass& mass_;
};

/// Inertia forces f = -J^T M dJ/dt v, which are caused by the curvature of nonlinear mappings. They
/// account for dJ/dt v, the part of the accelerations of mapped states that is not contained in J
/// a. Their derivatives are omitted from the tangent.
class CurvatureInertia : public force::ForceField {
 public:
  /// Creates the contributor for the given masses on mapped states.
  CurvatureInertia(std::shared_ptr<MappingGraph> graph, std::vector<const MappedMass*> masses)
      : graph_(std::move(graph)), masses_(std::move(masses)) {}

  std::string name() const override { return "inertia of the curvature of mappings"; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix&) const override {}
  void addStiffnessTimes(const la::IncrementVector&, la::ForceVector&) const override {}
  void addStressStiffness(const la::IncrementVector&, la::StiffnessMatrix&) const override {}
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix&) const override {}
  void addDampingTimes(const la::IncrementVector&, la::ForceVector&) const override {}

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<const MappedMass*> masses_;
};

/// Transfers the forces on all states of a graph to the independent states.
/// @param graph  graph of the mapped states
/// @param f      forces on all states of the graph
/// @param to     accumulator of the forces on the independent states, to which J^T f is added
/// @note Collective.
void addMappedForces(const MappingGraph& graph, StateArrays f, la::ForceVector& to);

}  // namespace tenon::system

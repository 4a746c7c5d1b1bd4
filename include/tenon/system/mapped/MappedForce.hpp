// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/mass/Mass.hpp"
#include "tenon/system/differences/FiniteDifferences.hpp"
#include "tenon/system/mapped/MappingGraph.hpp"

// Contributors on mapped states, expressed as contributors on the independent states, so that
// linear systems are independent of mappings.
namespace tenon::system {

/// Force f on mapped states, which acts on the independent states as J^T f:
///
///   K = J^T (df/dx) J,  B = J^T (df/dv) J.
///
/// Interactions between a mapped state and any other state are also represented by this class. Name
/// and Rayleigh damping are those of the force. The matrices and products are those of a
/// MappedGroup: addStiffness() and the related functions must not be called.
class MappedForce : public force::ForceField {
 public:
  /// Wraps a force, which must outlive this object.
  /// @param graph        graph of the mapped states
  /// @param force        force on mapped states
  /// @param differences  finite differences of all states, for derivatives that are not implemented
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

  /// Adds the force on all states of the graph in the current configuration, on owned nodes.
  /// @note Collective.
  void addForceOnAll(StateArrays& f) const;
  /// Adds K times displacements of all states, on owned nodes. @note Collective if the derivative
  /// is not implemented.
  void addStiffnessTimesOnAll(const StateArrays& dx, StateArrays& df) const;
  /// Adds B times velocities of all states, on owned nodes. @note Collective if the derivative is
  /// not implemented.
  void addDampingTimesOnAll(const StateArrays& dv, StateArrays& df) const;

  /// Prepares the finite differences, before addOwnStiffness() and addOwnDamping().
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

/// Mass of a mapped state, J^T M J. Name and Rayleigh damping are those of the mass. Matrices are
/// assembled as for MappedForce.
class MappedMass : public mass::Mass {
 public:
  /// Wraps a mass, which must outlive this object.
  MappedMass(std::shared_ptr<MappingGraph> graph, const mass::Mass& mass);

  std::string name() const override { return mass_.name(); }
  void addMass(la::MassMatrix& M) const override;
  double total() const override { return mass_.total(); }

  /// Returns the wrapped mass.
  const mass::Mass& mass() const { return mass_; }
  /// Adds M times velocities or accelerations of all states, on owned nodes. @note Collective.
  void addMassTimesOnAll(const StateArrays& dv, StateArrays& df) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  const mass::Mass& mass_;
};

/// Inertia forces caused by the curvature of mappings, f = -J^T M J. v: the part of M times the
/// acceleration of the mapped states that M (J a) does not contain. Its derivatives are omitted
/// from the tangent.
class CurvatureInertia : public force::ForceField {
 public:
  /// Creates the contributor for these masses on mapped states.
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

/// Adds J^T f of forces on all states of a graph to the forces on the independent states.
/// @note Collective.
void addMappedForces(const MappingGraph& graph, StateArrays f, la::ForceVector& to);

}  // namespace tenon::system

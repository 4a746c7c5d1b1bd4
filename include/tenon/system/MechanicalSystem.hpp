// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/system/Body.hpp"
#include "tenon/system/ConstraintStiffness.hpp"
#include "tenon/system/ContactForces.hpp"
#include "tenon/system/DirichletConditions.hpp"
#include "tenon/system/differences/FiniteDifferences.hpp"
#include "tenon/system/forms/Factors.hpp"
#include "tenon/system/mapped/MappedConstraint.hpp"
#include "tenon/system/mapped/MappedGroup.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

/// Mechanical model of one problem: bodies, forces, masses, conditions and constraints, and the
/// constrained degrees of freedom.
///
/// Its components are fixed after construction. Only the states, the time and the candidate pairs
/// of contacts (updatePairs()) change. The model is evaluated elsewhere: f, M a and Phi by
/// evaluation.hpp, M, B, K by LinearSystem, G by ConstraintJacobian.
class MechanicalSystem {
 public:
  /// Creates a model.
  /// @throws InputError if bodies differ in dimension, if two conditions contradict each other, or
  ///   if there is no body other than scalars
  /// @note Collective.
  MechanicalSystem(std::vector<std::unique_ptr<Body>> bodies,
                   std::vector<std::unique_ptr<constraint::Constraint>> constraints,
                   std::vector<std::unique_ptr<force::ForceField>> interactions = {},
                   std::vector<MappedObject> mapped_objects = {},
                   std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions = {});

  /// Rayleigh damping of all forces and masses, in addition to their own: B = df/dv + (beta_c +
  /// beta) df/dx - (alpha_c + alpha) M.
  Rayleigh rayleigh;

  /// Returns the communicator of the bodies.
  const base::Communicator& comm() const { return bodies_.front()->mesh().comm(); }
  /// Returns the dimension of space, 2 or 3.
  int dimension() const;

  /// Returns the objects with degrees of freedom of their own.
  const std::vector<std::unique_ptr<Body>>& bodies() const { return bodies_; }
  /// Returns the graph of mapped states; nullptr without mapped states. Contributors on mapped
  /// states are contained in forceFields() and masses() as J^T f, J^T K J and J^T M J, and in
  /// constraints() with rows G J, by their own names.
  MappingGraph* mappings() const { return graph_.get(); }
  /// Updates the mapped states from their parents, if there are any. @note Collective.
  void updateMappedStates() const {
    if (graph_) graph_->updateStates();
  }
  /// Returns the objects of mapped states. Their states are those of the last forcesOf().
  std::vector<const Body*> mappedBodies() const;
  /// Returns bodies(), followed by mappedBodies().
  std::vector<const Body*> allBodies() const;
  /// Returns the index of the body of a state among allBodies().
  /// @throws InternalError if the state does not belong to the model
  std::size_t bodyOf(const la::State& state) const;
  /// Returns the constraints.
  const std::vector<std::unique_ptr<constraint::Constraint>>& constraints() const { return constraints_; }
  /// Sets the contact laws of rigid bodies, which are used by time integrators that support them.
  void setContacts(std::vector<std::unique_ptr<contact::RigidContact>> rules);
  /// Returns the contact laws of rigid bodies.
  const std::vector<std::unique_ptr<contact::RigidContact>>& contacts() const { return contacts_; }
  /// Returns the contributor of the contact forces of the last step, which is one of
  /// interactions(); nullptr without contact laws.
  ContactForces* contactForces() { return contact_forces_; }
  /// Returns the forces between bodies, or between distant nodes of one body.
  const std::vector<std::unique_ptr<force::ForceField>>& interactions() const { return interactions_; }
  /// Returns all forces on independent states: those of each body in turn, the interactions, and
  /// those on mapped states. The order is the same on all ranks.
  std::vector<force::ForceField*> forceFields() const;
  /// Excludes external loads from all subsequent tangents if `act` is false (df/dx of follower
  /// loads, and the geometric stiffness caused by loads on mapped states), for eigenvalue analyses
  /// of the unloaded system. Forces are not affected.
  void setLoadsEnabled(bool act);
  /// Returns false if external loads are excluded from tangents.
  bool areLoadsEnabled() const { return loads_enabled_; }

  /// Returns all masses, by body, followed by those of mapped states.
  std::vector<const mass::Mass*> masses() const;
  /// Returns the contributor as a MappedForce if it represents a force on mapped states; nullptr
  /// otherwise.
  const MappedForce* mapped(const force::ForceField* force) const;
  /// Returns the contributor as a MappedMass if it represents a mass of mapped states; nullptr
  /// otherwise.
  const MappedMass* mapped(const mass::Mass* mass) const;
  /// Returns the contributor as a GeometricForces if it is the geometric stiffness of mappings;
  /// nullptr otherwise.
  const GeometricForces* geometric(const force::ForceField* force) const;
  /// Returns true if the matrices of the contributor are those of a mappedGroup().
  bool isMappedContributor(const force::ForceField* force) const {
    return mapped(force) != nullptr || geometric(force) != nullptr;
  }
  /// Returns true if the contributor is a geometric stiffness, of mappings or of constraints.
  bool isGeometric(const force::ForceField* force) const;
  /// Returns the group of mapped contributors with these members.
  /// @note Collective if the group is new.
  MappedGroup& mappedGroup(const MappedGroup::Members& members) const { return mapped_groups_->group(members); }
  /// Returns the states of the bodies.
  std::vector<const la::State*> states() const;
  /// Returns the index of a state among the bodies.
  /// @throws InternalError if the state does not belong to a body
  std::size_t indexOf(const la::State& state) const;

  /// Updates the candidate pairs of contacts in the current configuration, if bodies have moved by
  /// more than the fraction `share` of the search distance of the last search.
  /// @return true if the candidate pairs may have changed; objects created from layout() and
  ///   projection() must then be updated (LinearSystem::adaptToNewGhosts())
  /// @note Collective.
  bool updatePairs(double share);
  /// Sets the time of forces, conditions and constraints. The initial time is 0. @note Collective.
  void setTime(double time);
  /// Accepts the current states and time as the end of a step: forces update their internal
  /// variables.
  void commit();
  /// Returns the internal variables of all forces that have any, in the order of the forces.
  std::vector<fem::InternalVariables*> internalVariables() const;

  /// Returns the conditions that refer to several bodies, in addition to those of each body.
  const std::vector<std::unique_ptr<constraint::DirichletCondition>>& couplingConditions() const {
    return coupling_conditions_;
  }
  /// Returns the degrees of freedom with Dirichlet conditions, by body.
  const std::vector<constraint::ConstrainedDofs>& constrainedDofs() const {
    return dirichlet_conditions_->constrainedDofs();
  }
  /// Returns the combined layout of all degrees of freedom, common to all linear systems.
  const la::CombinedLayout& layout() const { return dirichlet_conditions_->layout(); }
  /// Returns the projection onto the admissible directions, oblique directions included.
  const la::Projection& projection() const { return dirichlet_conditions_->projection(); }

  /// Assigns the prescribed values of all Dirichlet conditions to the states. @note Collective.
  void imposeDirichletValues() { dirichlet_conditions_->impose(); }

  /// Returns the finite differences for forces that do not implement their derivatives.
  FiniteDifferences& differences() const { return *differences_; }

  /// Returns a flag for each constraint row on this rank: true if the row is left empty, because a
  /// Dirichlet condition constrains the degree of freedom that it determines (`on_prescribed`).
  const std::vector<char>& dropped() const { return dropped_; }

  /// Returns the number of rows of all constraints on this rank.
  LocalIndex numMultipliers() const;
  /// Returns the number of degrees of freedom over all ranks. @note Collective.
  PetscInt numUnknowns() const;
  /// Returns true if there are constraints.
  bool hasMultipliers() const { return !constraints_.empty(); }

 private:
  StateSet stateSet() const;
  void collectDirichletConditions();
  void prepareConstraints();
  void addMappedObjects(std::vector<MappedObject> mapped_objects);
  void mapConstraints();
  void mapGeometricStiffness();
  bool actsOnMapped(const force::ForceField& force) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::vector<std::unique_ptr<force::ForceField>> interactions_;
  std::vector<std::unique_ptr<contact::RigidContact>> contacts_;
  ContactForces* contact_forces_ = nullptr;
  std::shared_ptr<MappingGraph> graph_;
  // differences of all states, mapped ones included
  std::shared_ptr<FiniteDifferences> mapped_differences_;
  std::vector<std::unique_ptr<MappedForce>> mapped_forces_;
  std::vector<std::unique_ptr<MappedMass>> mapped_masses_;
  std::unique_ptr<CurvatureInertia> curvature_inertia_;
  std::unique_ptr<GeometricForces> geometric_;
  std::vector<std::unique_ptr<ConstraintStiffness>> constraint_stiffness_;
  // geometric stiffness of constraints on mapped states
  std::vector<std::unique_ptr<MappedForce>> mapped_constraint_stiffness_;
  std::unique_ptr<MappedGroups> mapped_groups_;
  std::vector<std::unique_ptr<constraint::DirichletCondition>> coupling_conditions_;
  std::unique_ptr<DirichletConditions> dirichlet_conditions_;
  std::vector<char> dropped_;
  bool loads_enabled_ = true;
  std::unique_ptr<FiniteDifferences> differences_;
};

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/Body.hpp"
#include "tenon/system/forms/Factors.hpp"

namespace tenon::la {
class Projection;
}

namespace tenon::system {

class ConstraintStiffness;
class ContactForces;
class CurvatureInertia;
class DirichletConditions;
class FiniteDifferences;
class GeometricForces;
class MappedForce;
class MappedGroups;
class MappedMass;
class MappingGraph;
struct StateSet;

using base::GlobalIndex;
using base::LocalIndex;

/// Mechanical model, which consists of bodies, forces, masses, Dirichlet conditions and
/// constraints.
///
/// The components do not change after construction. Only the states, the time and the candidate
/// pairs of contacts (updatePairs()) change. The model does not evaluate its own equations: f, M a
/// and Phi are evaluated by the functions of evaluation.hpp, M, B and K by LinearSystem, and G by
/// ConstraintJacobian.
class MechanicalSystem {
 public:
  /// Creates a model.
  /// @param bodies          objects with independent degrees of freedom
  /// @param constraints     constraints with Lagrange multipliers
  /// @param interactions    forces between bodies
  /// @param mapped_objects  objects without independent degrees of freedom
  /// @param conditions      Dirichlet conditions that refer to several bodies
  /// @throws InputError if bodies differ in dimension, if there are no bodies except scalars, if
  ///   two conditions contradict each other, if the `on_prescribed` rule of a constraint cannot be
  ///   applied, if mappings form a cycle, or if an interaction does not declare its states although
  ///   there are mapped objects
  /// @note Collective.
  MechanicalSystem(std::vector<std::unique_ptr<Body>> bodies,
                   std::vector<std::unique_ptr<constraint::Constraint>> constraints,
                   std::vector<std::unique_ptr<force::ForceField>> interactions = {},
                   std::vector<MappedObject> mapped_objects = {},
                   std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions = {});
  ~MechanicalSystem();

  /// Rayleigh damping of all forces and masses with the coefficients alpha and beta, in addition to
  /// the Rayleigh damping of each contributor c with the coefficients alpha_c and beta_c: B = df/dv
  /// + (beta_c + beta) df/dx - (alpha_c + alpha) M.
  Rayleigh rayleigh;

  /// Returns the communicator of the bodies.
  const base::Communicator& comm() const { return bodies_.front()->mesh().comm(); }
  /// Returns the spatial dimension, 2 or 3.
  int dimension() const;

  /// Returns the objects with independent degrees of freedom.
  const std::vector<std::unique_ptr<Body>>& bodies() const { return bodies_; }
  /// Returns the graph of mapped states; nullptr if there are none. Forces and masses on mapped
  /// states are included in forceFields() and masses(), where they contribute J^T f, J^T K J and
  /// J^T M J. Constraints on mapped states are included in constraints(), with the rows G J. All of
  /// these contributors keep their names.
  MappingGraph* mappings() const { return graph_.get(); }
  /// Updates the mapped states from their parents, if there are any. @note Collective.
  void updateMappedStates() const;
  /// Returns the bodies whose states are mapped. These states are updated by updateMappedStates()
  /// and by each evaluation of contributors on mapped states.
  std::vector<const Body*> mappedBodies() const;
  /// Returns bodies(), followed by mappedBodies().
  std::vector<const Body*> allBodies() const;
  /// Returns the index in allBodies() of the body to which a state belongs.
  /// @throws InternalError if the state does not belong to one of these bodies
  std::size_t bodyOf(const la::State& state) const;
  /// Returns the constraints.
  const std::vector<std::unique_ptr<constraint::Constraint>>& constraints() const { return constraints_; }
  /// Sets the contact rules for rigid bodies. Time integrators that support contact rules use them.
  void setContacts(std::vector<std::unique_ptr<contact::RigidContact>> rules);
  /// Returns the contact rules for rigid bodies.
  const std::vector<std::unique_ptr<contact::RigidContact>>& contacts() const { return contacts_; }
  /// Returns the contributor that applies the contact forces of the last step. It is one of
  /// interactions(), or nullptr if there are no contact rules.
  ContactForces* contactForces() { return contact_forces_; }
  /// Returns the forces between bodies, or between distant nodes of one body.
  const std::vector<std::unique_ptr<force::ForceField>>& interactions() const { return interactions_; }
  /// Returns all forces on independent states: the forces of each body in turn, the interactions,
  /// the forces on mapped states, and the geometric stiffness of mappings and constraints. The
  /// order is the same on all ranks.
  std::vector<force::ForceField*> forceFields() const;
  /// Includes external loads in all subsequent tangents, or excludes them if `act` is false. The
  /// excluded terms are df/dx of follower loads and the geometric stiffness caused by loads on
  /// mapped states. Eigenvalue analyses of the unloaded system exclude them. Forces are not
  /// affected.
  void setLoadsEnabled(bool act);
  /// Returns false if external loads are excluded from tangents.
  bool areLoadsEnabled() const { return loads_enabled_; }

  /// Returns the masses of each body in turn, followed by the masses of mapped states.
  std::vector<const mass::Mass*> masses() const;
  /// Returns the contributor as a MappedForce if it represents a force on mapped states; nullptr
  /// otherwise.
  const MappedForce* mapped(const force::ForceField* force) const;
  /// Returns the contributor as a MappedMass if it represents a mass of mapped states; nullptr
  /// otherwise.
  const MappedMass* mapped(const mass::Mass* mass) const;
  /// Returns the contributor as a GeometricForces if it represents the geometric stiffness of
  /// mappings; nullptr otherwise.
  const GeometricForces* geometric(const force::ForceField* force) const;
  /// Returns true if the matrices of the contributor are assembled by one of mappedGroups().
  bool isMappedContributor(const force::ForceField* force) const {
    return mapped(force) != nullptr || geometric(force) != nullptr;
  }
  /// Returns true if the contributor represents the geometric stiffness of mappings or of a
  /// constraint.
  bool isGeometric(const force::ForceField* force) const;
  /// Returns the groups of contributors on mapped states. They exist only if there are mapped
  /// states.
  MappedGroups& mappedGroups() const { return *mapped_groups_; }
  /// Returns the states of the bodies.
  std::vector<const la::State*> states() const;
  /// Returns the index in bodies() of the body to which a state belongs.
  /// @throws InternalError if the state does not belong to a body
  std::size_t indexOf(const la::State& state) const;

  /// Updates the candidate pairs of all active contacts in the current configuration.
  /// @param share  fraction of the search radius: the search may be omitted if no point has moved
  ///   by more than this fraction since the last search, see Constraint::updatePairs()
  /// @return true if the candidate pairs have changed. In this case, references to layout() and
  ///   projection() are invalid, and objects that were created from them must be updated
  ///   (LinearSystem::adaptToNewGhosts()).
  /// @note Collective.
  bool updatePairs(double share);
  /// Sets the time of forces, conditions and constraints. The initial time is 0.
  /// @throws InputError if two conditions contradict each other at this time
  /// @note Collective.
  void setTime(double time);
  /// Accepts the current states and time as the end of a step. Forces update their internal
  /// variables, and the current configuration becomes the reference for contact slip.
  /// @note Collective.
  void commit();
  /// Returns the internal variables of all forces that have any, in the order of the forces.
  std::vector<fem::InternalVariables*> internalVariables() const;

  /// Returns the conditions that refer to several bodies, excluding those of individual bodies.
  const std::vector<std::unique_ptr<constraint::DirichletCondition>>& couplingConditions() const {
    return coupling_conditions_;
  }
  /// Returns the degrees of freedom that have Dirichlet conditions, for each body.
  const std::vector<constraint::ConstrainedDofs>& constrainedDofs() const;
  /// Returns the combined layout of the degrees of freedom of all bodies.
  const la::CombinedLayout& layout() const;
  /// Returns the projection onto the admissible directions. It eliminates oblique directions as
  /// well as individual degrees of freedom.
  const la::Projection& projection() const;

  /// Assigns the prescribed values of all Dirichlet conditions to the states. @note Collective.
  void imposeDirichletValues();

  /// Returns the finite-difference derivatives of forces that do not implement their derivatives.
  FiniteDifferences& differences() const { return *differences_; }

  /// Returns a flag for each constraint row on this rank. It is true if the row is left empty
  /// because its slave degree of freedom has a Dirichlet condition (`on_prescribed`).
  const std::vector<char>& dropped() const { return dropped_; }

  /// Returns the number of rows of all constraints on this rank.
  LocalIndex numMultipliers() const;
  /// Returns the number of unknowns (degrees of freedom and multipliers) over all ranks.
  /// @note Collective.
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
  void prepareMappedGroups();
  bool actsOnMapped(const force::ForceField& force) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::vector<std::unique_ptr<force::ForceField>> interactions_;
  std::vector<std::unique_ptr<contact::RigidContact>> contacts_;
  ContactForces* contact_forces_ = nullptr;
  std::shared_ptr<MappingGraph> graph_;
  // finite differences of all states, including mapped states
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

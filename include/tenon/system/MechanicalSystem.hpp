#pragma once
#include <memory>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/system/BlockedMotions.hpp"
#include "tenon/system/Body.hpp"
#include "tenon/system/CarriedGroup.hpp"
#include "tenon/system/ConstraintStiffness.hpp"
#include "tenon/system/ContactForces.hpp"
#include "tenon/system/Differences.hpp"
#include "tenon/system/Factors.hpp"
#include "tenon/system/MappedConstraint.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

/// The model: the bodies, forces, masses, conditions and constraints of one problem, and which unknowns are held. What
/// it consists of never changes; its states and the time do, and what contacts may touch (findPairs()). What it
/// evaluates to is asked elsewhere: f, M a and Phi of evaluation.hpp, M, B, K of LinearSystem, G of ConstraintJacobian.
class MechanicalSystem {
 public:
  /// Collective. InputError where bodies differ in dimension, two conditions contradict each other, or there is none.
  MechanicalSystem(std::vector<std::unique_ptr<Body>> bodies,
                   std::vector<std::unique_ptr<constraint::Constraint>> constraints,
                   std::vector<std::unique_ptr<force::ForceField>> interactions = {},
                   std::vector<Follower> followers = {},
                   std::vector<std::unique_ptr<constraint::Condition>> conditions = {});

  /// Rayleigh damping of all forces and masses, beside their own: B = df/dv + (beta_c + beta) df/dx - (alpha_c + alpha)
  /// M.
  Rayleigh rayleigh;

  const base::Communicator& comm() const { return bodies_.front()->mesh().comm(); }
  /// Of space, 2 or 3.
  int dimension() const;

  /// Objects with unknowns of their own.
  const std::vector<std::unique_ptr<Body>>& bodies() const { return bodies_; }
  /// Mapped states, nullptr where there is none; what acts on them is in forceFields() and masses() as
  /// J^T f, J^T K J and J^T M J, in constraints() with rows G J, by its own name.
  MappingGraph* mappings() const { return graph_.get(); }
  /// Collective. Moves mapped states to where their parents are, where there are any.
  void followMappings() const {
    if (graph_) graph_->follow();
  }
  /// Bodies of mapped states: where their parents were when forcesOf() was last asked.
  std::vector<const Body*> mappedBodies() const;
  /// bodies(), then mappedBodies().
  std::vector<const Body*> allBodies() const;
  /// Number of a state's body among allBodies(); InternalError for a foreign one.
  std::size_t bodyOf(const la::State& state) const;
  const std::vector<std::unique_ptr<constraint::Constraint>>& constraints() const { return constraints_; }
  /// Rigid bodies touch by these rules, in motions by steppers that know them.
  void setContacts(std::vector<std::unique_ptr<contact::RigidContact>> rules);
  const std::vector<std::unique_ptr<contact::RigidContact>>& contacts() const { return contacts_; }
  /// Of the last step, among the interactions; nullptr without rules.
  ContactForces* contactForces() { return contact_forces_; }
  /// Forces between bodies, or between far nodes of one.
  const std::vector<std::unique_ptr<force::ForceField>>& interactions() const { return interactions_; }
  /// All forces on independent states: those of each body in turn, the interactions, what acts on mapped states. The
  /// same order on every rank.
  std::vector<force::ForceField*> forceFields() const;
  /// False leaves external loads out of every tangent (df/dx of follower loads, the geometric stiffness that loads on
  /// mapped states bring) from the next one on, for eigenvalue analyses of the unloaded system; forces stay.
  void setLoadsAct(bool act);
  bool loadsAct() const { return loads_act_; }

  /// All masses, by body, then those of mapped states.
  std::vector<const mass::Mass*> masses() const;
  /// The contributor as one that stands for mapped states; nullptr where it does not.
  const MappedForce* mapped(const force::ForceField* force) const;
  const MappedMass* mapped(const mass::Mass* mass) const;
  /// The geometric stiffness of mappings, where the contributor is that; else nullptr.
  const GeometricForces* geometric(const force::ForceField* force) const;
  /// Whether its matrices are those of a carriedGroup().
  bool isCarried(const force::ForceField* force) const {
    return mapped(force) != nullptr || geometric(force) != nullptr;
  }
  /// Whether it is a geometric stiffness: of mappings, of constraints.
  bool isGeometric(const force::ForceField* force) const;
  /// Collective where it is new.
  CarriedGroup& carriedGroup(const CarriedGroup::Members& members) const { return carried_->group(members); }
  std::vector<const la::State*> states() const;
  /// Number of a state among the bodies; InternalError for a foreign one.
  std::size_t indexOf(const la::State& state) const;

  /// Collective. Contacts look for what may touch in the present motion, where things have moved by more than `share`
  /// of how far they looked last. Whether other things may touch now: what was made of layout() and projection() before
  /// has to be made anew then (LinearSystem::follow()).
  bool findPairs(double share);
  /// Collective. Moves forces, conditions and constraints to time t. It is 0 before.
  void setTime(double time);
  /// The present motion and time end a step that counts: forces take over what they remember of it.
  void commit();
  /// Of the forces that have some, in their order.
  std::vector<fem::InternalVariables*> internalVariables() const;

  /// Conditions of several bodies, beside those of each.
  const std::vector<std::unique_ptr<constraint::Condition>>& jointConditions() const { return joint_conditions_; }
  /// Unknowns that projective conditions hold, by body.
  const std::vector<constraint::HeldUnknowns>& held() const { return blocked_->held(); }
  /// Rows of all unknowns, as every linear system has them.
  const la::CombinedLayout& layout() const { return blocked_->layout(); }
  /// All that projective conditions take out, oblique directions included.
  const la::Projection& projection() const { return blocked_->projection(); }

  /// Collective. Gives every motion that projective conditions take out its value.
  void imposeHeld() { blocked_->impose(); }

  /// Derivatives of forces that have none of their own.
  Differences& differences() const { return *differences_; }

  /// Flags of this rank's rows of all constraints that are left empty, because a projective condition holds what they
  /// are there to determine (`on_held`).
  const std::vector<char>& dropped() const { return dropped_; }

  /// Rows of all constraints on this rank.
  LocalIndex numMultipliers() const;
  /// Over all ranks. Collective.
  PetscInt numUnknowns() const;
  bool hasMultipliers() const { return !constraints_.empty(); }

 private:
  Movable movable() const;
  void blockMotions();
  void prepareConstraints();
  void addFollowers(std::vector<Follower> followers);
  void carryConstraints();
  void carryGeometricStiffness();
  bool touchesMapped(const force::ForceField& force) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::vector<std::unique_ptr<force::ForceField>> interactions_;
  std::vector<std::unique_ptr<contact::RigidContact>> contacts_;
  ContactForces* contact_forces_ = nullptr;
  std::shared_ptr<MappingGraph> graph_;
  std::shared_ptr<Differences> mapped_differences_;  // of all states
  std::vector<std::unique_ptr<MappedForce>> mapped_forces_;
  std::vector<std::unique_ptr<MappedMass>> mapped_masses_;
  std::unique_ptr<MotionInertia> motion_inertia_;
  std::unique_ptr<GeometricForces> geometric_;
  std::vector<std::unique_ptr<ConstraintStiffness>> constraint_stiffness_;
  std::vector<std::unique_ptr<MappedForce>> mapped_constraint_stiffness_;  // of those on mapped states
  std::unique_ptr<CarriedGroups> carried_;
  std::vector<std::unique_ptr<constraint::Condition>> joint_conditions_;
  std::unique_ptr<BlockedMotions> blocked_;
  std::vector<char> dropped_;
  bool loads_act_ = true;
  std::unique_ptr<Differences> differences_;
};

}  // namespace tenon::system

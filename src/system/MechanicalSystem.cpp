// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/MechanicalSystem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ConstraintStiffness.hpp"
#include "ContactForces.hpp"
#include "DirichletConditions.hpp"
#include "system/differences/FiniteDifferences.hpp"
#include "system/mapped/MappedConstraint.hpp"
#include "system/mapped/MappedGroup.hpp"
#include "system/operators/constrainedSlaves.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

void requireOneDimension(const std::vector<std::unique_ptr<Body>>& bodies) {
  if (bodies.empty()) throw base::InputError("The case has no objects.");
  const auto isInSpace = [](const auto& body) { return body->state().kind() != la::NodeKind::scalars; };
  const auto any = std::find_if(bodies.begin(), bodies.end(), isInSpace);
  if (any == bodies.end())
    throw base::InputError(
        "The case has no objects except measured quantities: add at least one object whose nodes have positions.");
  const Body& first = **any;
  for (const auto& body : bodies)
    if (isInSpace(body) && body->state().dimension() != first.state().dimension())
      throw base::InputError(
          fmt::format("Object '{}' is {}-dimensional, but object '{}' is {}-dimensional: all objects of a case must "
                      "have the same dimension (`space: 3` places a plane mesh in three-dimensional space).",
                      first.name(), first.state().dimension(), body->name(), body->state().dimension()));
}

}  // namespace

MechanicalSystem::MechanicalSystem(std::vector<std::unique_ptr<Body>> bodies,
                                   std::vector<std::unique_ptr<constraint::Constraint>> constraints,
                                   std::vector<std::unique_ptr<force::ForceField>> interactions,
                                   std::vector<MappedObject> mapped_objects,
                                   std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions)
    : bodies_(std::move(bodies)),
      constraints_(std::move(constraints)),
      interactions_(std::move(interactions)),
      coupling_conditions_(std::move(conditions)),
      differences_(std::make_unique<FiniteDifferences>(stateSet())) {
  requireOneDimension(bodies_);
  addMappedObjects(std::move(mapped_objects));
  prepareConstraints();
  for (const auto& constraint : constraints_)
    if (!constraint->isLinear() && dynamic_cast<const MappedConstraint*>(constraint.get()) == nullptr)
      constraint_stiffness_.push_back(std::make_unique<ConstraintStiffness>(*constraint));
  collectDirichletConditions();
  dropped_ = resolveConstrainedSlaves({bodies_, constrainedDofs()}, constraints_);
}

MechanicalSystem::~MechanicalSystem() = default;

int MechanicalSystem::dimension() const {
  int dimension = 0;  // scalars have no dimension
  for (const auto& body : bodies_) dimension = std::max(dimension, body->state().dimension());
  return dimension;
}

StateSet MechanicalSystem::stateSet() const {
  StateSet stateSet;
  for (const auto& body : bodies_) {
    stateSet.states.push_back(&body->state());
    stateSet.bodies.push_back(body.get());
  }
  return stateSet;
}

void MechanicalSystem::prepareConstraints() {
  const auto forces = forceFields();
  const bool has_large_rotations =
      std::any_of(forces.begin(), forces.end(), [](const auto* force) { return force->supportsLargeRotations(); }) ||
      (graph_ && !graph_->isLinear());
  for (const auto& constraint : constraints_) constraint->prepareFor({has_large_rotations});
}

// Adds the mapped states. To be called before any object is sized by the states, because
// contributors on mapped states add ghosts to the states.
void MechanicalSystem::addMappedObjects(std::vector<MappedObject> mapped_objects) {
  if (mapped_objects.empty()) return;
  StateSet all = stateSet();
  graph_ = std::make_shared<MappingGraph>(all.states, std::move(mapped_objects));
  for (const MappedObject& follower : graph_->mappedObjects()) {
    all.states.push_back(&follower.mapping->child());
    if (follower.body) all.bodies.push_back(follower.body.get());
  }
  mapped_differences_ = std::make_shared<FiniteDifferences>(std::move(all));
  const auto addForce = [&](force::ForceField& force) {
    mapped_forces_.push_back(std::make_unique<MappedForce>(graph_, force, mapped_differences_));
  };
  for (const MappedObject& follower : graph_->mappedObjects()) {
    for (const auto& force : follower.forces) addForce(*force);
    if (!follower.body) continue;
    for (const auto& force : follower.body->forces) addForce(*force);
    for (const auto& mass : follower.body->masses)
      mapped_masses_.push_back(std::make_unique<MappedMass>(graph_, *mass));
    if (!follower.body->conditions.empty()) constraints_.push_back(std::make_unique<MappedCondition>(*follower.body));
  }
  for (const auto& interaction : interactions_)
    if (actsOnMapped(*interaction)) addForce(*interaction);
  mapConstraints();
  mapGeometricStiffness();
  mapped_groups_ = std::make_unique<MappedGroups>(graph_);
  prepareMappedGroups();
}

// Creates the groups of contributors with equal factors in K, B and M, as Terms does: groups add
// ghosts to the states.
void MechanicalSystem::prepareMappedGroups() {
  std::map<double, MappedGroup::Members> of_stiffness, of_mass;
  MappedGroup::Members of_damping;
  for (const force::ForceField* force : forceFields()) {
    const double factor = 1.0 + (force->rayleigh_stiffness + rayleigh.stiffness);
    if (const GeometricForces* one = geometric(force)) of_stiffness[factor].geometric = one;
    if (const MappedForce* one = mapped(force)) {
      of_stiffness[factor].stiffness.push_back(one);
      if (one->dependsOnVelocity()) of_damping.damping.push_back(one);
    }
  }
  for (const mass::Mass* mass : masses())
    if (const MappedMass* one = mapped(mass)) of_mass[1.0 - (one->rayleigh_mass + rayleigh.mass)].mass.push_back(one);
  std::vector<MappedGroup*> groups;
  for (const auto& entry : of_stiffness) groups.push_back(&mapped_groups_->group(entry.second));
  if (!of_damping.empty()) groups.push_back(&mapped_groups_->group(of_damping));
  for (const auto& entry : of_mass) groups.push_back(&mapped_groups_->group(entry.second));
  for (MappedGroup* group : groups) group->prepare();
}

void MechanicalSystem::mapConstraints() {
  for (auto& constraint : constraints_) {
    if (!MappedConstraint::isNeeded(*graph_, *constraint)) continue;
    if (!constraint->isLinear()) {
      constraint_stiffness_.push_back(std::make_unique<ConstraintStiffness>(*constraint));
      mapped_constraint_stiffness_.push_back(
          std::make_unique<MappedForce>(graph_, *constraint_stiffness_.back(), mapped_differences_));
    }
    constraint = std::make_unique<MappedConstraint>(graph_, std::move(constraint));
  }
}

void MechanicalSystem::mapGeometricStiffness() {
  if (graph_->isLinear()) return;
  std::vector<const MappedForce*> forces;
  std::vector<const MappedMass*> masses;
  for (const auto& force : mapped_forces_) forces.push_back(force.get());
  for (const auto& mass : mapped_masses_) masses.push_back(mass.get());
  if (!masses.empty()) curvature_inertia_ = std::make_unique<CurvatureInertia>(graph_, masses);
  geometric_ = std::make_unique<GeometricForces>(graph_, std::move(forces), std::move(masses), [this](StateArrays& f) {
    for (const auto& constraint : constraints_)
      if (const auto* mapped = dynamic_cast<const MappedConstraint*>(constraint.get())) mapped->addForceOnAll(f);
  });
}

/// Returns true if a force acts on a mapped state.
/// @throws InputError if the force does not declare the states on which it acts
/// @note Collective.
bool MechanicalSystem::actsOnMapped(const force::ForceField& force) const {
  if (!graph_) return false;
  const std::vector<const la::State*> touched = force.states();
  if (!comm().any(!touched.empty()))
    throw base::InputError(
        fmt::format("The interaction '{}' does not declare the states on which it acts, but cases with mapped objects "
                    "require this declaration: implement states() or couplings().",
                    force.name()));
  return comm().any(
      std::any_of(touched.begin(), touched.end(), [&](const la::State* state) { return graph_->isMapped(*state); }));
}

void MechanicalSystem::updateMappedStates() const {
  if (graph_) graph_->updateStates();
}

std::vector<const Body*> MechanicalSystem::mappedBodies() const {
  std::vector<const Body*> all;
  if (graph_)
    for (const MappedObject& follower : graph_->mappedObjects())
      if (follower.body) all.push_back(follower.body.get());
  return all;
}

std::vector<const Body*> MechanicalSystem::allBodies() const {
  std::vector<const Body*> all;
  for (const auto& body : bodies_) all.push_back(body.get());
  const std::vector<const Body*> mapped = mappedBodies();
  all.insert(all.end(), mapped.begin(), mapped.end());
  return all;
}

std::size_t MechanicalSystem::bodyOf(const la::State& state) const {
  const std::vector<const Body*> all = allBodies();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Body* body) { return &body->state() == &state; });
  if (found == all.end())
    throw base::InternalError(fmt::format("The state '{}' does not belong to this system.", state.name()));
  return static_cast<std::size_t>(found - all.begin());
}

void MechanicalSystem::setContacts(std::vector<std::unique_ptr<contact::RigidContact>> rules) {
  contacts_ = std::move(rules);
  if (contacts_.empty() || contact_forces_ != nullptr) return;
  auto forces = std::make_unique<ContactForces>();
  contact_forces_ = forces.get();
  interactions_.push_back(std::move(forces));
}

std::vector<force::ForceField*> MechanicalSystem::forceFields() const {
  std::vector<force::ForceField*> all;
  for (const auto& body : bodies_)
    for (const auto& force : body->forces) all.push_back(force.get());
  const auto isMappedContributor = [this](const force::ForceField& interaction) {
    return std::any_of(mapped_forces_.begin(), mapped_forces_.end(),
                       [&](const auto& mapped) { return &mapped->force() == &interaction; });
  };
  for (const auto& interaction : interactions_)
    if (!isMappedContributor(*interaction)) all.push_back(interaction.get());
  for (const auto& force : mapped_forces_) all.push_back(force.get());
  if (curvature_inertia_) all.push_back(curvature_inertia_.get());
  if (geometric_) all.push_back(geometric_.get());
  const auto isOfMapped = [this](const ConstraintStiffness& stiffness) {
    return std::any_of(mapped_constraint_stiffness_.begin(), mapped_constraint_stiffness_.end(),
                       [&](const auto& mapped) { return &mapped->force() == &stiffness; });
  };
  for (const auto& stiffness : constraint_stiffness_)
    if (!isOfMapped(*stiffness)) all.push_back(stiffness.get());
  for (const auto& stiffness : mapped_constraint_stiffness_) all.push_back(stiffness.get());
  return all;
}

void MechanicalSystem::setLoadsEnabled(bool act) {
  loads_enabled_ = act;
  if (geometric_) geometric_->setLoadsEnabled(act);
}

std::vector<const mass::Mass*> MechanicalSystem::masses() const {
  std::vector<const mass::Mass*> all;
  for (const auto& body : bodies_)
    for (const auto& mass : body->masses) all.push_back(mass.get());
  for (const auto& mass : mapped_masses_) all.push_back(mass.get());
  return all;
}

const MappedForce* MechanicalSystem::mapped(const force::ForceField* force) const {
  for (const auto* all : {&mapped_forces_, &mapped_constraint_stiffness_})
    for (const auto& mapped : *all)
      if (mapped.get() == force) return mapped.get();
  return nullptr;
}

const MappedMass* MechanicalSystem::mapped(const mass::Mass* mass) const {
  for (const auto& mapped : mapped_masses_)
    if (mapped.get() == mass) return mapped.get();
  return nullptr;
}

const GeometricForces* MechanicalSystem::geometric(const force::ForceField* force) const {
  return force == geometric_.get() ? geometric_.get() : nullptr;
}

bool MechanicalSystem::isGeometric(const force::ForceField* force) const {
  const auto isThat = [&](const auto& stiffness) { return stiffness.get() == force; };
  return force != nullptr &&
         (force == geometric_.get() ||
          std::any_of(constraint_stiffness_.begin(), constraint_stiffness_.end(), isThat) ||
          std::any_of(mapped_constraint_stiffness_.begin(), mapped_constraint_stiffness_.end(), isThat));
}

std::vector<const la::State*> MechanicalSystem::states() const {
  std::vector<const la::State*> all;
  for (const auto& body : bodies_) all.push_back(&body->state());
  return all;
}

std::size_t MechanicalSystem::indexOf(const la::State& state) const {
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (&bodies_[b]->state() == &state) return b;
  throw base::InternalError(fmt::format("The state '{}' is not part of this system.", state.name()));
}

void MechanicalSystem::collectDirichletConditions() {
  std::vector<la::State*> all;
  std::vector<constraint::DirichletCondition*> conditions;
  for (const auto& body : bodies_) {
    all.push_back(&body->state());
    for (const auto& condition : body->conditions) conditions.push_back(condition.get());
  }
  for (const auto& condition : coupling_conditions_) conditions.push_back(condition.get());
  dirichlet_conditions_ = std::make_unique<DirichletConditions>(
      std::move(all), std::move(conditions), [this](const la::State& state, LocalIndex node) {
        return bodies_[indexOf(state)]->mesh().nodeTags()[static_cast<std::size_t>(node)];
      });
}

const std::vector<constraint::ConstrainedDofs>& MechanicalSystem::constrainedDofs() const {
  return dirichlet_conditions_->constrainedDofs();
}

const la::CombinedLayout& MechanicalSystem::layout() const {
  return dirichlet_conditions_->layout();
}

const la::Projection& MechanicalSystem::projection() const {
  return dirichlet_conditions_->projection();
}

void MechanicalSystem::imposeDirichletValues() {
  dirichlet_conditions_->impose();
}

void MechanicalSystem::setTime(double time) {
  for (force::ForceField* force : forceFields()) force->setTime(time);
  for (const auto& constraint : constraints_) constraint->setTime(time);
  dirichlet_conditions_->setTime(time);
}

void MechanicalSystem::commit() {
  for (force::ForceField* force : forceFields()) force->commit();
  for (const auto& constraint : constraints_) constraint->commit();
}

std::vector<fem::InternalVariables*> MechanicalSystem::internalVariables() const {
  std::vector<fem::InternalVariables*> all;
  for (force::ForceField* force : forceFields())
    if (force->internalVariables() != nullptr) all.push_back(force->internalVariables());
  return all;
}

bool MechanicalSystem::updatePairs(double share) {
  bool others = false;
  for (const auto& constraint : constraints_)
    if (constraint->active && constraint->updatePairs(share)) others = true;
  if (!others) return false;
  if (graph_) {  // first, because other contributors on mapped states add ghosts of their parents
    graph_->updateGhostJacobians();
    mapped_groups_->record();
  }
  collectDirichletConditions();
  return true;
}

LocalIndex MechanicalSystem::numMultipliers() const {
  LocalIndex rows = 0;
  for (const auto& constraint : constraints_) rows += constraint->numRows();
  return rows;
}

PetscInt MechanicalSystem::numUnknowns() const {
  std::int64_t unknowns = 0;
  for (const auto& body : bodies_) unknowns += body->state().layout().numGlobal() * body->state().block();
  return base::toPetscInt(unknowns + comm().sum(static_cast<long>(numMultipliers())), "unknowns");
}

}  // namespace tenon::system

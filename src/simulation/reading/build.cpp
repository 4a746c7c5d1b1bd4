// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "OutputSettings.hpp"
#include "analysis/Analysis.hpp"
#include "analysis/adjoint/objectives/registerObjectives.hpp"
#include "base/ParameterValues.hpp"
#include "base/caseCommunicator.hpp"
#include "base/text.hpp"
#include "constraint/ForwardedConstraint.hpp"
#include "constraint/joints/Joint.hpp"
#include "contact/Rules.hpp"
#include "entries.hpp"
#include "makeAddition.hpp"
#include "objects.hpp"
#include "outputs.hpp"
#include "readSolver.hpp"
#include "simulation/optimise/OptimiseBlock.hpp"
#include "simulation/reading/keys/keyLocations.hpp"
#include "simulation/reading/parameters/GradientParameter.hpp"
#include "simulation/results/makeHistories.hpp"
#include "solver/options/viewerFiles.hpp"
#include "system/forms/registry.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::ErrorCollector;

void checkTopKeys(const CaseNode& root) {
  root.requireKnownKeys(topKeys());
}

/// Returns true if an entry of `contacts` selects a contact method for rigid bodies instead of a
/// constraint.
bool isOfRigidBodies(const CaseNode& entry) {
  return entry.isMap() && entry.has("type") && entry["type"].isScalar() &&
         registries().rigid_contacts.has(entry["type"].text());
}

/// Checks the type of a contact.
/// @throws InputError if the type is neither a contact of deformable bodies nor of rigid ones, with
///   the nearest name
void requireContactType(const CaseNode& entry) {
  const CaseNode type = entry["type"];
  if (registries().contacts.has(type.text()) || registries().rigid_contacts.has(type.text())) return;
  std::vector<std::string> names = registries().contacts.names();
  for (const std::string& name : registries().rigid_contacts.names()) names.push_back(name);
  type.fail(fmt::format("there is no contact '{}'{}", type.text(), base::suggestionFor(type.text(), names)));
}

/// Checks the entries of a case for errors that can be found although its meshes cannot be read.
void checkJointEntries(const CaseNode& root, ErrorCollector& problems) {
  const Registries& all = registries();
  forEachEntry(root, "conditions", problems, [&](const CaseNode& entry) { all.joint_conditions.check(entry); });
  forEachEntry(root, "interactions", problems, [&](const CaseNode& entry) { all.interactions.check(entry); });
  forEachEntry(root, "constraints", problems, [&](const CaseNode& entry) { all.constraints.check(entry); });
  forEachEntry(root, "contacts", problems, [&](const CaseNode& entry) {
    requireContactType(entry);
    isOfRigidBodies(entry) ? all.rigid_contacts.check(entry) : all.contacts.check(entry);
  });
}

/// Returns a function that finds the objects that an entry may name. Objects with rigid bodies or
/// scalars, and axisymmetric objects, are admitted only if the type of the entry acts on them.
template <class Registry>
fem::FindDomain checkedFinder(fem::FindDomain find, const CaseNode& entry, const Registry& registry) {
  return [find = std::move(find), entry, on_frames = registry.actsOnFrames(entry),
          on_scalars = registry.actsOnScalars(entry),
          on_rings = registry.actsOnAxisymmetric(entry)](const std::string& name) -> const fem::Domain& {
    const fem::Domain& domain = find(name);
    if (domain.state.kind() == la::NodeKind::scalars && !on_scalars)
      throw base::InputError(
          fmt::format("'{}' acts only on points, but '{}' has scalar nodes.", entry["type"].text(), name));
    if (domain.state.kind() == la::NodeKind::frames && !on_frames)
      throw base::InputError(fmt::format(
          "'{}' acts only on points, but the nodes of '{}' have rotational degrees of freedom: use an object of points "
          "that is attached to this object by the mapping `rigid` (rigid bodies) or `identity` (beams).",
          entry["type"].text(), name));
    if (domain.mesh.isAxisymmetric() && !on_rings)
      throw base::InputError(fmt::format("'{}' does not support axisymmetric objects, but '{}' is axisymmetric.",
                                         entry["type"].text(), name));
    return domain;
  };
}

/// Returns the remedy for two constraints with the same name. Types of other programs need not have
/// the key `name`.
template <class Registry>
std::string renamingAdvice(const CaseNode& entry, const Registry& registry) {
  const std::string name = registry.standardName(entry["type"].text());
  for (const base::TypeInfo& type : registry.types())
    if (type.name == name && std::none_of(type.parameters.begin(), type.parameters.end(),
                                          [](const auto& parameter) { return parameter.name == "name"; }))
      return fmt::format("the type '{}' has no key `name`; the program that defines the type must declare one", name);
  return "rename one of them";
}

/// Checks the name of a constraint against those of other constraints.
/// @param advice  remedy if the name occurs among them
/// @throws InputError if the name occurs among them or is not valid in a result file
void requireConstraintName(const std::string& name, const std::vector<std::string>& others,
                           const std::string& advice = "rename one of them") {
  if (base::contains(others, name))
    throw base::InputError(fmt::format("two constraints have the name '{}': {}.", name, advice));
  if (!base::isDatasetName(name))
    throw base::InputError(
        fmt::format("'{}' is not a valid group name in the result file: choose a `name` for the constraint in which no "
                    "part between slashes is empty, '.' or '..'.",
                    name));
}

std::vector<std::unique_ptr<force::ForceField>> makeInteractions(const CaseNode& root, const Objects& objects,
                                                                 std::vector<ContributorMaker>& makers,
                                                                 ErrorCollector& problems) {
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  forEachEntry(root, "interactions", problems, [&](const CaseNode& block) {
    const CaseNode entry = objects.withObjectDimension(block);
    const auto& registry = registries().interactions;
    const auto make = [&registry, find = objects.finder(), space = entry.spaceDimension()](const CaseNode& other) {
      const CaseNode in_space = other.withSpaceDimension(space);
      return registry.make(in_space, checkedFinder(find, in_space, registry));
    };
    interactions.push_back(make(entry));
    makers.push_back({entry.path(), [make](const CaseNode& other, system::VariedContributors& made) {
                        made.forces.push_back(make(other));
                      }});
  });
  return interactions;
}

std::vector<std::unique_ptr<constraint::DirichletCondition>> makeJointConditions(const CaseNode& root,
                                                                                 const Objects& objects,
                                                                                 ErrorCollector& problems) {
  std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions;
  forEachEntry(root, "conditions", problems, [&](const CaseNode& block) {
    const CaseNode entry = objects.withObjectDimension(block);
    const auto& registry = registries().joint_conditions;
    conditions.push_back(registry.make(entry, checkedFinder(objects.finder(), entry, registry)));
  });
  return conditions;
}

/// Adds the upper side of `bound: box`. The last constraint becomes the lower side.
template <class Make>
void addUpperSide(const CaseNode& entry, const Make& make,
                  std::vector<std::unique_ptr<constraint::Constraint>>& constraints) {
  constraint::Constraint& lower = *constraints.back();
  const bool is_box = lower.bound == "box";
  if (is_box != (lower.range > 0.0))
    entry.fail(is_box ? "`bound: box` means 0 <= Phi <= range and needs a `range` greater than 0."
                      : "`range` applies only to `bound: box`.");
  if (!is_box) return;
  if (lower.friction().isEnabled()) entry.fail("`bound: box` is not supported for constraints with friction.");
  if (lower.level() == constraint::Constraint::Level::velocity)
    entry.fail("`bound: box` applies only to constraints on positions, but this constraint acts on velocities.");
  lower.bound = "lower";
  constraints.push_back(std::make_unique<constraint::UpperBoundConstraint>(make()));
}

/// Makes the rows that drive a joint with a `bound`, the last constraint, a separate constraint:
/// its limit.
/// @return function that creates one constraint with the bound
std::function<std::unique_ptr<constraint::Constraint>()> splitOffLimit(
    const CaseNode& entry, std::function<std::unique_ptr<constraint::Constraint>()> make,
    std::vector<std::unique_ptr<constraint::Constraint>>& constraints) {
  constraint::Constraint& all = *constraints.back();
  auto* const joint = dynamic_cast<constraint::Joint*>(&all);
  if (!all.isUnilateral() || all.boundObstacle().empty()) return make;
  if (joint == nullptr || !joint->isDriven())
    entry.fail(fmt::format("'{}' does not support `bound`: {}.", all.name(), all.boundObstacle()));
  auto make_limit = [make = std::move(make)] {
    auto limit = make();
    dynamic_cast<constraint::Joint&>(*limit).selectRows(constraint::Joint::RowSelection::driven);
    return limit;
  };
  joint->selectRows(constraint::Joint::RowSelection::fixed);
  joint->bound = "none", joint->range = 0.0;
  constraints.push_back(make_limit());
  return make_limit;
}

/// Creates the constraints of one entry: one constraint, and separate constraints for the limit of
/// a driven joint and for the upper side of `bound: box`.
template <class Registry>
std::vector<std::unique_ptr<constraint::Constraint>> makeConstraintsOf(const CaseNode& entry,
                                                                       const fem::FindDomain& find,
                                                                       const Registry& registry) {
  const auto make = [&]() -> std::unique_ptr<constraint::Constraint> {
    return registry.make(entry, checkedFinder(find, entry, registry));
  };
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  constraints.push_back(make());
  const auto make_bound = splitOffLimit(entry, make, constraints);
  addUpperSide(entry, make_bound, constraints);
  return constraints;
}

std::vector<std::unique_ptr<constraint::Constraint>> makeConstraints(const CaseNode& root, const Objects& objects,
                                                                     std::vector<ContributorMaker>& makers,
                                                                     ErrorCollector& problems) {
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  std::vector<std::string> names;
  constexpr const char* contacts = "contacts";
  const auto makeOf = [&](const char* section, const auto& registry) {
    forEachEntry(root, section, problems, [&](const CaseNode& block) {
      const CaseNode entry = objects.withObjectDimension(block);
      if (section == contacts) {
        requireContactType(entry);
        if (isOfRigidBodies(entry)) return;
      }
      auto of_entry = makeConstraintsOf(entry, objects.finder(), registry);
      const std::string name = of_entry.front()->name();
      if (section != contacts)
        makers.push_back(
            {entry.path(), [&registry, first = constraints.size(), find = objects.finder(),
                            space = entry.spaceDimension()](const CaseNode& other, auto& made) {
               made.constraints.push_back({first, makeConstraintsOf(other.withSpaceDimension(space), find, registry)});
             }});
      for (auto& constraint : of_entry) constraints.push_back(std::move(constraint));
      try {
        requireConstraintName(name, names, renamingAdvice(entry, registry));
      } catch (const base::InputError& error) {
        entry.fail(error.what());
      }
      names.push_back(name);
    });
  };
  makeOf("constraints", registries().constraints);
  makeOf(contacts, registries().contacts);
  return constraints;
}

/// Appends the interactions of a host program. @note Collective.
void addInteractions(const base::Communicator& comm, const Additions& additions, const Objects& objects,
                     std::vector<std::unique_ptr<force::ForceField>>& interactions, ErrorCollector& problems) {
  for (const auto& make : additions.interactions)
    problems.attempt([&] { interactions.push_back(makeAddition(comm, [&] { return make(objects.finder()); })); });
}

/// Appends the constraints of a host program, whose names must differ from those of all others.
/// @note Collective.
void addConstraints(const base::Communicator& comm, const Additions& additions, const Objects& objects,
                    std::vector<std::unique_ptr<constraint::Constraint>>& constraints, ErrorCollector& problems) {
  for (const auto& make : additions.constraints)
    problems.attempt([&] {
      auto made = makeAddition(comm, [&] { return make(objects.finder()); });
      std::vector<std::string> names;
      for (const auto& other : constraints) names.push_back(other->name());
      requireConstraintName(made->name(), names);
      constraints.push_back(std::move(made));
    });
}

std::vector<std::unique_ptr<contact::RigidContact>> makeRigidContacts(const CaseNode& root, const Objects& objects,
                                                                      const analysis::Analysis* analysis,
                                                                      ErrorCollector& problems) {
  std::vector<std::unique_ptr<contact::RigidContact>> contacts;
  forEachEntry(root, "contacts", problems, [&](const CaseNode& block) {
    if (!isOfRigidBodies(block)) return;
    const CaseNode entry = objects.withObjectDimension(block);
    if (analysis != nullptr && !analysis->handlesRigidContacts())
      entry.fail(
          "contact of rigid bodies needs the impulse-based time integrator: `analysis: {type: transient, stepper: "
          "moreau-jean, "
          "...}`.");
    if (contacts.size() == contact::Rules::max_rules)
      entry.fail(fmt::format("`contacts` may have at most {} entries for rigid bodies.", contact::Rules::max_rules));
    for (const char* side : {"first", "second"})
      if (entry.has(side) && entry[side].has("object") && objects.follows(entry[side]["object"].text()))
        entry[side].fail(
            fmt::format("'{}' is a mapped object, but contact of rigid bodies supports only independent objects: use a "
                        "parent of the mapped object.",
                        entry[side]["object"].text()));
    contacts.push_back(registries().rigid_contacts.make(entry, objects.finder()));
  });
  return contacts;
}

system::Rayleigh readRayleigh(const CaseNode& root, ErrorCollector& problems) {
  system::Rayleigh rayleigh;
  problems.attempt([&] {
    if (!root.has("rayleigh")) return;
    base::Parameters<system::Rayleigh> table;
    system::Rayleigh::declare(table);
    rayleigh = table.read(root["rayleigh"], {});
  });
  return rayleigh;
}

/// Returns the parts of a case that histories may refer to. The names of constraints are known only
/// if all constraints of the case have been created.
HistoryContext historyContext(const Objects& objects,
                              const std::vector<std::unique_ptr<constraint::Constraint>>& constraints,
                              bool are_all_made) {
  HistoryContext context;
  context.find = objects.finder();
  if (!are_all_made) return context;
  context.constraints.emplace(), context.joints.emplace();
  for (const auto& constraint : constraints) {
    context.constraints->push_back(constraint->name());
    if (dynamic_cast<const constraint::Joint*>(constraint.get()) != nullptr)
      context.joints->push_back(constraint->name());
  }
  return context;
}

/// Contributors that do not belong to a single object, and what histories may refer to.
struct ModelContributors {
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  std::vector<std::unique_ptr<contact::RigidContact>> contacts;
  std::vector<ContributorMaker> makers;
  HistoryContext histories;
};

/// Creates the contributors of all objects and those between objects. If an object cannot be read,
/// only checks their entries. @note Collective.
ModelContributors makeContributors(const base::Communicator& comm, const CaseNode& root, Objects& objects,
                                   const Additions& additions, const analysis::Analysis* analysis,
                                   ErrorCollector& problems) {
  ModelContributors made;
  if (!objects.areRead()) {
    objects.checkEntries(problems);
    checkJointEntries(root, problems);
    return made;
  }
  const bool needs_stiffness = analysis != nullptr && analysis->kinematics().position != 0.0;
  objects.makeContributors(comm, needs_stiffness, problems);
  made.makers = objects.releaseMakers();
  made.interactions = makeInteractions(root, objects, made.makers, problems);
  addInteractions(comm, additions, objects, made.interactions, problems);
  const std::size_t others = problems.messages().size();
  made.constraints = makeConstraints(root, objects, made.makers, problems);
  addConstraints(comm, additions, objects, made.constraints, problems);
  for (auto& tie : objects.releaseTies()) made.constraints.push_back(std::move(tie));
  made.histories = historyContext(objects, made.constraints, problems.messages().size() == others);
  made.conditions = makeJointConditions(root, objects, problems);
  made.contacts = makeRigidContacts(root, objects, analysis, problems);
  return made;
}

/// Checks the keys and the title of a case, and reads what it outputs.
OutputSettings readOutput(const CaseNode& root, ErrorCollector& problems) {
  OutputSettings output;
  problems.attempt([&] { checkTopKeys(root); });
  problems.attempt([&] {
    if (root.has("title")) root["title"].text();
  });
  problems.attempt([&] { output = OutputSettings::read(root); });
  return output;
}

/// Checks the block of the linear system, the parameters, the objective and its optimisation.
void checkSystemAndObjective(const CaseFile& file, const Additions& additions, ErrorCollector& problems) {
  problems.attempt([&] {
    if (file.root.has("system")) registries().systems.check(file.root["system"]);
  });
  problems.attempt([&] { checkShapes(file.root); });
  const bool are_valid = problems.attempt([&] { checkGradientParameters(file); });
  problems.attempt([&] { checkOptimiseBlock(file, !additions.objectives.empty(), are_valid); });
  forEachEntry(file.root, "objective", problems, [&](const CaseNode& entry) { registries().objectives.check(entry); });
}

/// Creates the objectives of a case, followed by those of a host program.
/// @throws InputError with all errors
/// @note Collective.
std::vector<std::unique_ptr<analysis::Objective>> makeObjectives(const CaseNode& root,
                                                                 const system::MechanicalSystem& mechanics,
                                                                 const Additions& additions) {
  ErrorCollector problems;
  std::vector<std::unique_ptr<analysis::Objective>> objectives;
  const analysis::ObjectiveContext context = analysis::objectiveContext(mechanics);
  forEachEntry(root, "objective", problems,
               [&](const CaseNode& entry) { objectives.push_back(registries().objectives.make(entry, context)); });
  for (const auto& make : additions.objectives)
    problems.attempt([&] { objectives.push_back(makeAddition(mechanics.comm(), [&] { return make(context); })); });
  base::runCollectively(mechanics.comm(), [&] { problems.throwIfAny(); });
  return objectives;
}

}  // namespace

std::unique_ptr<system::LinearSystem> makeSystem(const CaseNode& root, const system::MechanicalSystem& mechanics) {
  const CaseNode entry =
      root.has("system") ? root["system"] : CaseNode::parse(fmt::format("type: {}", system::default_system), "");
  std::unique_ptr<system::LinearSystem> made;
  withErrorLocation(entry, [&] { made = registries().systems.make(entry, mechanics); });
  return made;
}

Setup build(const base::Communicator& comm, const CaseFile& file, solver::SolverOptions& options, base::Phases& phases,
            const std::string& preset, const Additions& additions) {
  const base::ScopedCaseCommunicator scope(comm);
  base::runCollectively(comm, [] { requireDistinctNames(registries()); });
  for (const auto& [name, value, source, where] : options.activeOptions())
    requireNoInput(comm, {solver::viewerFileName(name, value.value_or(""))}, file.inputs());
  registerKeyAdvice();
  ErrorCollector problems;
  Setup setup;
  const OutputSettings output = readOutput(file.root, problems);
  setup.analysis = readAnalysis(file.root, problems);
  solver::SolverParameters parameters = readSolver(file.root, options, problems);
  if (!preset.empty()) parameters.preset = preset;
  const system::Rayleigh rayleigh = readRayleigh(file.root, problems);
  checkSystemAndObjective(file, additions, problems);
  Objects objects(comm, file, phases, problems, additions);
  const auto phase = phases.begin("set-up");
  ModelContributors made = makeContributors(comm, file.root, objects, additions, setup.analysis.get(), problems);
  const bool moves = !setup.analysis || !setup.analysis->kinematics().isStatic();
  HistoryContext& context = made.histories;
  context.moves = moves, context.energies = output.energies;
  if (context.constraints) problems.attempt([&] { output.requireKnown(file.root, *context.constraints, moves); });
  checkHistories(output.histories, context, problems);
  base::runCollectively(comm, [&] { problems.throwIfAny(); });
  setup.system = std::make_unique<system::MechanicalSystem>(objects.releaseIndependentBodies(),
                                                            std::move(made.constraints), std::move(made.interactions),
                                                            objects.releaseFollowers(), std::move(made.conditions));
  setup.system->rayleigh = rayleigh;
  setup.system->setContacts(std::move(made.contacts));
  makeHistories(output.histories, *setup.system, moves, output.energies);
  setup.equations = std::make_unique<analysis::Equations>(*setup.system, makeSystem(file.root, *setup.system));
  setup.equations->unknowns().setKinematics(setup.analysis->kinematics());
  setup.solver = makeSolver(file.root, parameters, options, *setup.equations, *setup.analysis);
  setup.makers = std::move(made.makers);
  setup.shapes = objects.releaseShapes();
  setup.objectives = makeObjectives(file.root, *setup.system, additions);
  if (file.root.parameters() != nullptr) file.root.parameters()->warnAboutUnused();
  return setup;
}

}  // namespace tenon::simulation

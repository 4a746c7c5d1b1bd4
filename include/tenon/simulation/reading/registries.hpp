// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/solver/options/Preset.hpp"

namespace tenon::analysis {
class Analysis;
class Objective;
struct ObjectiveContext;
class Stepper;
/// Returns the registry of time integrators of the program.
base::Registry<Stepper>& steppers();
}  // namespace tenon::analysis
namespace tenon::constraint {
class Constraint;
class DirichletCondition;
}  // namespace tenon::constraint
namespace tenon::contact {
class BodyShape;
class ConeSolver;
class RigidContact;
/// Returns the registry of contact solvers of the program.
base::Registry<ConeSolver>& coneSolvers();
}  // namespace tenon::contact
namespace tenon::mesh {
class Derivation;
/// Returns the registry of the types of derived meshes of the program.
base::Registry<Derivation>& derivations();
}  // namespace tenon::mesh
namespace tenon::mapping {
class Mapping;
class Measurement;
}  // namespace tenon::mapping
namespace tenon::mass {
class Mass;
}  // namespace tenon::mass
namespace tenon::system {
class LinearSystem;
class MechanicalSystem;
}  // namespace tenon::system

namespace tenon::simulation {

class History;
class OutputField;

/// Registries of all types that can be used in a case. A program registers its own types before a
/// case is read:
///   simulation::registries().forces.add<MyForce>("my-force", "what it does");
struct Registries {
  /// Registry of the types of derived meshes.
  base::Registry<mesh::Derivation>& derivations = mesh::derivations();
  /// Registry of force fields on single objects.
  force::ForceRegistry forces{"force"};
  /// Registry of interactions, which are force fields between objects.
  force::InteractionRegistry interactions{"interaction"};
  /// Registry of material models.
  force::MaterialRegistry& materials = force::materials();
  /// Registry of mass types.
  base::Registry<mass::Mass, const fem::Domain&> masses{"mass"};
  /// Registry of mappings, which determine existing objects from parent objects.
  base::Registry<mapping::Mapping, const fem::Domain&, const fem::FindDomain&> mappings{"mapping"};
  /// Registry of measurements, which are mappings that create the nodes of the mapped object.
  base::Registry<mapping::Measurement, const fem::FindDomain&> measurements{"mapping"};
  /// Registry of Dirichlet boundary conditions on single objects.
  base::Registry<constraint::DirichletCondition, const fem::Domain&> conditions{"condition"};
  /// Registry of Dirichlet boundary conditions that couple several objects.
  base::Registry<constraint::DirichletCondition, const fem::FindDomain&> joint_conditions{"joint condition"};
  /// Registry of constraints with Lagrange multipliers.
  base::Registry<constraint::Constraint, const fem::FindDomain&> constraints{"constraint"};
  /// Registry of contact constraints between meshes.
  base::Registry<constraint::Constraint, const fem::FindDomain&> contacts{"contact"};
  /// Registry of contact shapes of rigid bodies.
  base::Registry<contact::BodyShape, const fem::Domain&> shapes{"shape"};
  /// Registry of contact rules for rigid bodies.
  base::Registry<contact::RigidContact, const fem::FindDomain&> rigid_contacts{"rigid contact"};
  /// Registry of solvers of the contact impulses, for rows with friction cones.
  base::Registry<contact::ConeSolver>& contact_solvers = contact::coneSolvers();
  /// Registry of the types of linear systems.
  base::Registry<system::LinearSystem, const system::MechanicalSystem&> systems{"system"};
  /// Presets of the linear solver.
  solver::Presets presets;
  /// Registry of analyses.
  base::Registry<analysis::Analysis> analyses{"analysis"};
  /// Registry of time integrators of transient analyses.
  base::Registry<analysis::Stepper>& steppers = analysis::steppers();
  /// Registry of the fields of objects in result files.
  base::Registry<OutputField> output_fields{"output field"};
  /// Registry of the histories with a key `type`.
  base::Registry<History, const system::MechanicalSystem&> histories{"history"};
  /// Registry of objectives, whose gradients are computed.
  base::Registry<analysis::Objective, const analysis::ObjectiveContext&> objectives{"objective"};
};

/// Returns the registries of the program. The first call registers the types of tenon. A program
/// must register its own types on all ranks before a case is read.
/// @note Not collective.
Registries& registries();

/// Checks that no standard or former name is used twice in a registry. tenon::main(), modules of
/// types for Python and Simulation call this function after a program has registered its types.
/// @throws InternalError whose message states the name and the kind of the types
/// @note Not collective.
void requireDistinctNames(const Registries& all);

}  // namespace tenon::simulation

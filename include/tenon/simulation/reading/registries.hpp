// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/constraint/registry.hpp"
#include "tenon/contact/shapes/registry.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mapping/registry.hpp"
#include "tenon/mass/registry.hpp"
#include "tenon/solver/options/Preset.hpp"

namespace tenon::analysis {
class Analysis;
}  // namespace tenon::analysis
namespace tenon::system {
class LinearSystem;
class MechanicalSystem;
}  // namespace tenon::system

namespace tenon::simulation {

/// Registries of all types that can be used in a case. A program registers its own types before a
/// case is read:
///   simulation::registries().forces.add<MyForce>("my-force", "what it does");
struct Registries {
  /// Registry of force fields on single objects.
  force::ForceRegistry forces{"force"};
  /// Registry of interactions, which are force fields between objects.
  force::InteractionRegistry interactions{"interaction"};
  /// Registry of material models.
  force::MaterialRegistry& materials = force::materials();
  /// Registry of mass types.
  mass::MassRegistry masses{"mass"};
  /// Registry of mappings, which determine existing objects from parent objects.
  mapping::MappingRegistry mappings{"mapping"};
  /// Registry of measurements, which are mappings that create the nodes of the mapped object.
  mapping::MeasurementRegistry measurements{"mapping"};
  /// Registry of Dirichlet boundary conditions on single objects.
  constraint::ConditionRegistry conditions{"condition"};
  /// Registry of Dirichlet boundary conditions that couple several objects.
  constraint::CouplingConditionRegistry joint_conditions{"joint condition"};
  /// Registry of constraints with Lagrange multipliers.
  constraint::ConstraintRegistry constraints{"constraint"};
  /// Registry of contact constraints between meshes.
  constraint::ContactRegistry contacts{"contact"};
  /// Registry of contact shapes of rigid bodies.
  contact::ShapeRegistry shapes{"shape"};
  /// Registry of contact rules for rigid bodies.
  contact::RigidContactRegistry rigid_contacts{"rigid contact"};
  /// Registry of the types of linear systems.
  base::Registry<system::LinearSystem, const system::MechanicalSystem&> systems{"system"};
  /// Presets of the linear solver.
  solver::Presets presets;
  /// Registry of analyses.
  base::Registry<analysis::Analysis> analyses{"analysis"};
};

/// Returns the registries of the program. The first call registers the types of tenon. A program
/// must register its own types on all ranks before a case is read.
/// @note Not collective.
Registries& registries();

}  // namespace tenon::simulation

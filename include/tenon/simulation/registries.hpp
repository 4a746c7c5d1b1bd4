#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/constraint/registry.hpp"
#include "tenon/contact/registry.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mapping/registry.hpp"
#include "tenon/mass/registry.hpp"
#include "tenon/solver/Preset.hpp"

namespace tenon::analysis {
class Analysis;
}  // namespace tenon::analysis
namespace tenon::system {
class LinearSystem;
class MechanicalSystem;
}  // namespace tenon::system

namespace tenon::simulation {

/// Registries of all types that a case may name. A program with user-defined types adds them before
/// it reads a case:
///   simulation::registries().forces.add<MyForce>("my-force", "what it does");
struct Registries {
  /// Force fields.
  force::ForceRegistry forces{"force"};
  /// Force fields between two objects.
  force::InteractionRegistry interactions{"interaction"};
  /// Material models.
  force::MaterialRegistry& materials = force::materials();
  /// Masses.
  mass::MassRegistry masses{"mass"};
  /// Mappings of objects.
  mapping::MappingRegistry mappings{"mapping"};
  /// Measurements, i.e. mappings that determine the nodes of their child.
  mapping::MeasurementRegistry measurements{"mapping"};
  /// Dirichlet boundary conditions of one object.
  constraint::ConditionRegistry conditions{"condition"};
  /// Conditions between several objects.
  constraint::CouplingConditionRegistry joint_conditions{"joint condition"};
  /// Constraints.
  constraint::ConstraintRegistry constraints{"constraint"};
  /// Contact constraints.
  constraint::ContactRegistry contacts{"contact"};
  /// Shapes of rigid bodies in contact.
  contact::ShapeRegistry shapes{"shape"};
  /// Contact methods of rigid bodies.
  contact::RigidContactRegistry rigid_contacts{"rigid contact"};
  /// Linear systems.
  base::Registry<system::LinearSystem, const system::MechanicalSystem&> systems{"system"};
  /// Presets of the linear solver.
  solver::Presets presets;
  /// Analyses.
  base::Registry<analysis::Analysis> analyses{"analysis"};
};

/// Returns the registries of the program.
Registries& registries();

}  // namespace tenon::simulation

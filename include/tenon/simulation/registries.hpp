#pragma once
#include "tenon/analysis/Analysis.hpp"
#include "tenon/constraint/registry.hpp"
#include "tenon/contact/registry.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mapping/registry.hpp"
#include "tenon/mass/registry.hpp"
#include "tenon/solver/Preset.hpp"
#include "tenon/system/registry.hpp"

namespace tenon::simulation {

/// Every type a case may name. A program that has types of its own adds them before it reads a case:
///   simulation::registries().forces.add<MyForce>("my-force", "what it does");
struct Registries {
  force::ForceRegistry forces{"force"};
  force::InteractionRegistry interactions{"interaction"};
  force::MaterialRegistry& materials = force::materials();
  mass::MassRegistry masses{"mass"};
  mapping::MappingRegistry mappings{"mapping"};
  mapping::MeasurementRegistry measurements{"mapping"};
  constraint::ConditionRegistry conditions{"condition"};
  constraint::JointConditionRegistry joint_conditions{"joint condition"};
  constraint::ConstraintRegistry constraints{"constraint"};
  constraint::ContactRegistry contacts{"contact"};
  contact::ShapeRegistry shapes{"shape"};
  contact::RigidContactRegistry rigid_contacts{"rigid contact"};
  system::SystemRegistry systems{"system"};
  solver::Presets presets;
  analysis::AnalysisRegistry analyses{"analysis"};
};

Registries& registries();

}  // namespace tenon::simulation

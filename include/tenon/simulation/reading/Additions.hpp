// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/mesh/MeshData.hpp"

namespace tenon::analysis {
class Objective;
struct ObjectiveContext;
}  // namespace tenon::analysis

namespace tenon::simulation {

/// Contributors, objectives and meshes that a host program adds to those that the case specifies.
/// Every rank passes the same functions in the same order; build() calls each function once, in
/// this order, on all ranks. A function may communicate, because all ranks call it, and throws
/// InputError if the input is invalid.
struct Additions {
  /// Finds an object of the case by its name.
  using FindDomain = fem::FindDomain;
  /// Creates an interaction.
  using MakeInteraction = std::function<std::unique_ptr<force::ForceField>(const FindDomain&)>;
  /// Creates a force field on one object.
  using MakeForce = std::function<std::unique_ptr<force::ForceField>(const fem::Domain&)>;
  /// Creates a constraint.
  using MakeConstraint = std::function<std::unique_ptr<constraint::Constraint>(const FindDomain&)>;
  /// Creates the mapping that determines the object `own` from its parents.
  using MakeMapping =
      std::function<std::unique_ptr<mapping::Mapping>(const fem::Domain& own, const FindDomain& find_parent)>;
  /// Creates an objective.
  using MakeObjective = std::function<std::unique_ptr<analysis::Objective>(const analysis::ObjectiveContext&)>;

  std::vector<MakeInteraction> interactions{};             ///< interactions, which follow those of the case
  std::map<std::string, std::vector<MakeForce>> forces{};  ///< force fields by object
  std::vector<MakeConstraint> constraints{};               ///< constraints, which follow those of the case
  std::vector<MakeObjective> objectives{};                 ///< objectives, which follow those of the case
  /// Mappings by object. Such an object has a mesh or bodies, but no key `mapping`.
  std::map<std::string, MakeMapping> mappings{};
  /// This rank's parts of the meshes in memory, by the name that the key `mesh` of an object
  /// specifies. A name may be missing on ranks that contribute nothing.
  std::map<std::string, mesh::MeshData> meshes{};
};

}  // namespace tenon::simulation

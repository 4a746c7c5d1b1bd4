#pragma once
#include "tenon/simulation/ResultFile.hpp"
#include "tenon/solver/StaticSolution.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Writes the meshes, before any step. Collective.
void writeMeshes(const system::MechanicalSystem& system, ResultFile& file);

/// Writes one step, the bodies being there:
///   on nodes: displacement, reaction, stress, strain, von_mises, force_<constraint>, multiplier_<constraint>
///   on cells: stress, strain, von_mises, partition (the rank that owns the cell)
/// `force_<constraint>` is G^T lambda on the bodies it touches; `multiplier_<constraint>` is lambda on the nodes that
/// carry it, 0 elsewhere. Mapped objects have no reactions and follow in the end. Collective.
void writeStep(const system::MechanicalSystem& system, const solver::StaticSolution& solution, double time,
               ResultFile& file);

}  // namespace tenon::simulation

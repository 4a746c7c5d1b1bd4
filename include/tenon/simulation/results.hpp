#pragma once
#include "tenon/simulation/ResultFile.hpp"
#include "tenon/solver/StaticSolution.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Writes the meshes and one step of the solution:
///   on nodes: displacement, reaction, stress, strain, von_mises, force_<constraint>, multiplier_<constraint>
///   on cells: stress, strain, von_mises, partition (the rank that owns the cell)
/// `force_<constraint>` is G^T lambda on the bodies it touches; `multiplier_<constraint>` is lambda on the nodes that
/// carry it, 0 elsewhere. Collective.
void writeResults(const system::MechanicalSystem& system, const solver::StaticSolution& solution, ResultFile& file);

}  // namespace tenon::simulation

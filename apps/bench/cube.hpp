#pragma once
#include <memory>

#include "tenon/mesh/CellType.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::bench {

/// The reference problem: linear elasticity on the unit cube, E = 1e5, nu = 0.3, clamped at x = 0, body force
/// (0, 0, -1), of n^3 little boxes of cells, made in memory from the library's own contributors. Collective.
std::unique_ptr<system::MechanicalSystem> makeCube(const base::Communicator& comm, mesh::CellType type, int n);

}  // namespace tenon::bench

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "tenon/mesh/CellType.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::bench {

/// Options that extend or alter the reference problem in dynamic and nonlinear benchmarks.
struct CubeOptions {
  std::string mass;                         ///< "consistent" or "lumped", density 1; empty: no mass
  bool nonlinear = false;                   ///< true if the material is Saint Venant-Kirchhoff
  std::string material = "linear-elastic";  ///< or another material with `young` and `poisson`
  double poisson = 0.3;                     ///< Poisson's ratio
};

/// Creates the reference problem: linear elasticity on the unit cube, E = 1e5, nu = 0.3, clamped at
/// x = 0, body force (0, 0, -1), n^3 boxes of cells, generated in memory with the library's
/// contributors.
/// @note Collective.
std::unique_ptr<system::MechanicalSystem> makeCube(const base::Communicator& comm, mesh::CellType type, int n,
                                                   const CubeOptions& options = {});
/// Creates the body "cube" of the reference problem with its force fields. @note Collective.
std::unique_ptr<system::Body> makeCubeBody(const base::Communicator& comm, mesh::CellType type, int n,
                                           const CubeOptions& options = {});

/// Displaces the nodes by u_c = 0.1 sin(3 x_c + x_(c+1)), as the programs in apps/bench/peers do.
void deform(la::State& state);

}  // namespace tenon::bench

#pragma once
#include <memory>
#include <string>

#include "tenon/mesh/CellType.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::bench {

/// What the reference problem has beside, or otherwise, where it moves.
struct CubeOptions {
  std::string mass;                         ///< "consistent" or "lumped", of density 1; empty: none
  bool nonlinear = false;                   ///< a Saint Venant-Kirchhoff material
  std::string material = "linear-elastic";  ///< or another one of `young` and `poisson`
  double poisson = 0.3;                     ///< Poisson's ratio
};

/// The reference problem: linear elasticity on the unit cube, E = 1e5, nu = 0.3, clamped at x = 0, body force
/// (0, 0, -1), of n^3 little boxes of cells, made in memory from the library's own contributors. Collective.
std::unique_ptr<system::MechanicalSystem> makeCube(const base::Communicator& comm, mesh::CellType type, int n,
                                                   const CubeOptions& options = {});
/// Its body, "cube", with what acts on it. Collective.
std::unique_ptr<system::Body> makeCubeBody(const base::Communicator& comm, mesh::CellType type, int n,
                                           const CubeOptions& options = {});

/// Displaces it by u_c = 0.1 sin(3 x_c + x_(c+1)), as apps/bench/peers do.
void deform(la::State& state);

}  // namespace tenon::bench

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench tie`.
struct TieOptions {
  std::string elem = "tet";              ///< "tet": linear tetrahedra; "hex": trilinear hexahedra
  int unknowns = 30000;                  ///< approximate number of dofs including multipliers
  std::string multipliers = "standard";  ///< shape functions of the mortar multipliers
  std::string preset;                    ///< default: schur; cg-amg for one piece
  double augmentation = 0.5;             ///< gamma in A + gamma G^T W G
  bool one_piece = false;                ///< true if both blocks are meshed in one piece, without a tie
  std::vector<std::string> petsc;        ///< command-line options for PETSc
};

/// Measures two elastic unit cubes (nu = 0.3), one on top of the other, of n^3 and (n + 1)^3 boxes
/// of cells, tied over the whole interface by a mortar. The lower cube is clamped at the bottom.
/// The upper cube is constrained by the tie alone and loaded by a shear and a pressure on its top.
/// Prints one JSON line on the root.
/// @note Collective.
void measureTie(const base::Communicator& comm, const TieOptions& options);

}  // namespace tenon::bench

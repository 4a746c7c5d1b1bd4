#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct TieOptions {
  std::string elem = "tet";              ///< "tet": linear tetrahedra; "hex": trilinear hexahedra
  int unknowns = 30000;                  ///< about so many, multipliers included
  std::string multipliers = "standard";  ///< functions of the mortar
  std::string preset;                    ///< default: schur, and cg-amg in one piece
  double augmentation = 0.5;             ///< gamma in A + gamma G^T W G
  bool one_piece = false;                ///< both blocks meshed in one piece, without a tie
  std::vector<std::string> petsc;        ///< the command line's words for PETSc
};

/// Two elastic unit cubes (nu = 0.3), one on the other, of n^3 and (n + 1)^3 little boxes of cells, tied over the whole
/// interface by a mortar. The lower one is clamped below, the upper one is held by the tie alone and drawn aside and
/// pressed on its top. Prints one JSON line on the root. Collective.
void measureTie(const base::Communicator& comm, const TieOptions& options);

}  // namespace tenon::bench

#pragma once
#include <petscmat.h>

namespace tenon::solver {

/// Whether an AIJ matrix consists of invertible diagonal blocks of its block size and nothing else, as a lumped mass
/// does: no node is coupled to another one, each is held by itself. Collective.
bool isInvertibleBlockDiagonal(Mat matrix);
/// Collective. The same of blocks that may be singular: reads the entries once.
bool isBlockDiagonal(Mat matrix);

}  // namespace tenon::solver

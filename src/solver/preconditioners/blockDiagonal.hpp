// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

namespace tenon::solver {

/// Returns true if an AIJ matrix consists of invertible diagonal blocks of its block size only,
/// like a lumped mass: no two nodes are coupled, and each block is regular.
/// @note Collective.
bool isInvertibleBlockDiagonal(Mat matrix);
/// Returns true if an AIJ matrix consists of diagonal blocks only, which may be singular; reads the
/// entries once.
/// @note Collective.
bool isBlockDiagonal(Mat matrix);

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "krylovSchur.hpp"

namespace tenon::analysis {

/// Returns true if there are enough unknowns for `count` simultaneous pairs in SLEPc's method.
bool suitsLobpcg(const ModalOperators& operators, PetscInt count);

/// Computes the `count` eigenpairs of largest theta and further copies of the last theta, the
/// largest first, to 1e-4 of their forces, by SLEPc's LOBPCG (Knyazev, SIAM J. Sci. Comput. 23
/// (2001), 517-541). All pairs, including copies of a multiple theta, are iterated simultaneously,
/// with one application of the preset's preconditioner per pair and without solves or multipliers.
/// PETSc options: -eps_...
/// @throws NotConvergedError if the eigensolver does not converge
/// @note Collective.
std::vector<EigenPair> lobpcg(ModalOperators& operators, PetscInt count, double tolerance);

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "ModalOperators.hpp"

namespace tenon::analysis {

/// Eigenpair theta, x of M x = theta (K + s M) x with x in V.
struct EigenPair {
  double theta = 0.0;
  la::Vector x;
};

/// Computes up to `count` eigenpairs of largest theta by SLEPc's Krylov-Schur method, the largest
/// first and orthogonal to `known`. Fewer pairs are returned if no more exist. Each attempt uses
/// another starting vector, because one starting vector yields at most one vector of a multiple
/// theta. PETSc options: -eps_...
/// @throws NotConvergedError if the eigensolver does not converge
/// @note Collective.
std::vector<EigenPair> krylovSchur(ModalOperators& operators, PetscInt count, const std::vector<EigenPair>& known,
                                   int attempt);

/// Makes SLEPc read its options, so that they count as used.
/// @throws InputError for options that SLEPc rejects
/// @note Collective.
void readKrylovSchurOptions(Equations& equations, TangentSolver& solver, base::Phases& phases);

}  // namespace tenon::analysis

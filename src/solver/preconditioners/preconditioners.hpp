// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscpc.h>

#include <exception>

#include "preconditionerNames.hpp"

namespace tenon::solver {

/// Registers tenon's preconditioners in PETSc as values of -..._pc_type:
/// - `tenon_exact`: exact solve. If no two nodes are coupled, by node blocks; if the factors are
///   hardly larger than the matrix, by substructuring (SubstructuredFactors); otherwise by MUMPS.
/// - `tenon_p_multigrid`: a level of first-order cells below second-order ones, with algebraic
///   multigrid on it (PMultigrid).
/// - `tenon_dense`: for the multipliers' split of a Schur fieldsplit, S is formed as a dense matrix
///   and factored.
void registerPreconditioners();
/// Returns PETSc's multigrid preconditioner in a `tenon_p_multigrid` that has been set up
/// (PMultigrid::levels()), and nullptr for other preconditioners.
PC levelsOfPMultigrid(PC pc);

/// Rethrows the exception, if any, that ended one of these preconditioners within a call of PETSc,
/// which transports error codes only.
void rethrowPending();

/// Keeps an exception for rethrowPending() and passes its message to PETSc.
PetscErrorCode keepPending(PC pc, const std::exception& error);

/// Runs a PETSc callback of a preconditioner and converts exceptions into error codes.
template <class Work>
PetscErrorCode guarded(PC pc, Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    return keepPending(pc, error);
  }
  return 0;
}

}  // namespace tenon::solver

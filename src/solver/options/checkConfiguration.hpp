// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include "solver/options/SolverOptions.hpp"

namespace tenon::solver {

/// Throws an exception for an error code of PETSc's configuration or set-up.
/// @throws InputError if PETSc rejects an option of the user; the message names the option and its
///   source
void checkConfiguration(PetscErrorCode code, const SolverOptions& options);

/// Checks that the preconditioner of a KSP has the matrix entries that it needs.
/// @throws InputError if it needs stored entries and its matrix provides products only
void requireEntries(KSP ksp);

}  // namespace tenon::solver

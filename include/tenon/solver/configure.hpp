#pragma once
#include <petscksp.h>

#include "tenon/solver/SolverOptions.hpp"

namespace tenon::solver {

/// Throws for an error code of PETSc's configuration or set-up: what the user wrote and PETSc refuses is an InputError
/// that names the option and where it stands.
void configure(PetscErrorCode code, const SolverOptions& options);

/// InputError where the preconditioner of this KSP needs stored entries, but its matrix has products only.
void requireEntries(KSP ksp);

}  // namespace tenon::solver

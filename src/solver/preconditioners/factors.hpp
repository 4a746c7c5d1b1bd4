#pragma once
#include <petscksp.h>

#include <optional>

#include "tenon/solver/Determinant.hpp"

namespace tenon::solver {

/// Sets up a preconditioner, collective. Where it is a factorisation by MUMPS that runs out of the room it estimated
/// (INFOG(1) = -8, -9, -14, -15, -17, -20), ICNTL(14), the room beyond the estimate in per cent, is raised and the
/// factorisation tried again, up to four times. NotConvergedError when that, or the memory, is not enough.
/// Null pivots that MUMPS found (ICNTL(24)) are told in one warning.
void setUpFactors(PC pc);

/// Returns the determinant of the matrix that MUMPS has factored, if ICNTL(33) asks for it. @note Collective.
std::optional<Determinant> determinantOf(PC pc);

/// True if the preconditioner is one factorisation (LU or Cholesky) of the whole matrix.
bool isFactored(KSP ksp);

/// Whether a solver's preconditioner is factors, or inverses of blocks, which cost as little to renew.
bool hasFactors(KSP ksp);

}  // namespace tenon::solver

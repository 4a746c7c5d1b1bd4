// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <optional>

#include "solver/Determinant.hpp"

namespace tenon::solver {

/// Sets up a preconditioner. If a factorisation by MUMPS exceeds its estimated memory (INFOG(1) =
/// -8, -9, -14, -15, -17, -20), ICNTL(14), the memory beyond the estimate in per cent, is increased
/// and the factorisation repeated, up to four times. One warning reports null pivots found by MUMPS
/// (ICNTL(24)).
/// @throws NotConvergedError if the increase or the available memory is insufficient
/// @note Collective.
void setUpFactors(PC pc);

/// Returns the determinant of the matrix that MUMPS has factored, if ICNTL(33) requests it.
/// @note Collective.
std::optional<Determinant> determinantOf(PC pc);

/// Returns true if the preconditioner is one factorisation (LU or Cholesky) of the whole matrix.
bool isFactored(KSP ksp);

/// Returns true if the preconditioner consists of factors, or of inverses of blocks, whose renewal
/// is as cheap.
bool hasFactors(KSP ksp);

}  // namespace tenon::solver

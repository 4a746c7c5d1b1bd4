#pragma once
#include <petscksp.h>

namespace tenon::solver {

/// Sets up a preconditioner, collective. Where it is a factorisation by MUMPS that runs out of the room it estimated
/// (INFOG(1) = -8, -9, -14, -15, -17, -20), ICNTL(14), the room beyond the estimate in per cent, is raised and the
/// factorisation tried again, up to four times. NotConvergedError when that, or the memory, is not enough.
/// Null pivots that MUMPS found (ICNTL(24)) are told in one warning.
void setUpFactors(PC pc);

/// Whether a solver's preconditioner is factors, or inverses of blocks, which cost as little to renew.
bool hasFactors(KSP ksp);

}  // namespace tenon::solver

#pragma once
#include <petscksp.h>

#include <vector>

#include "tenon/solver/SolverOptions.hpp"

namespace tenon::solver {

/// All options that a solver and its splits and levels ask PETSc's database for, now or while they solve, with their
/// dashes and prefixes: twins of all parts are configured while PETSc is asked for help, and we listen. Collective.
std::vector<KnownOption> queriedOptions(KSP ksp);

}  // namespace tenon::solver

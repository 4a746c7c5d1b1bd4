#pragma once
#include <petscksp.h>

#include <string>
#include <vector>

namespace tenon::solver {

/// Names of all options that a solver and its splits and levels ask PETSc's database for, with their dashes and
/// prefixes: twins of all parts are configured while PETSc is asked for help, and we listen. Collective.
std::vector<std::string> queriedOptions(KSP ksp);

}  // namespace tenon::solver

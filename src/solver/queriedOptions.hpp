#pragma once
#include <petscksp.h>

#include <string>
#include <vector>

namespace tenon::solver {

/// Names of all options that a solver and its splits and levels ask PETSc's database for, with their dashes and
/// prefixes. It makes PETSc print its help and listens; every part is configured anew, so do it last. Collective.
std::vector<std::string> queriedOptions(KSP ksp);

}  // namespace tenon::solver

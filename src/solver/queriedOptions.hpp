#pragma once
#include <petscksp.h>

#include <string>
#include <vector>

namespace tenon::solver {

/// Names of all options that a solver and its splits and levels ask PETSc's database for, with their dashes and
/// prefixes. It configures every part once more, with a database that only asks for help, and listens. Collective.
std::vector<std::string> queriedOptions(KSP ksp);

}  // namespace tenon::solver

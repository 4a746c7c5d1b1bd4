// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <vector>

#include "solver/options/SolverOptions.hpp"

namespace tenon::solver {

/// Returns all options, with dashes and prefixes, that a solver with its splits and levels queries
/// in PETSc's database now or during a solve. Copies of all parts are configured while PETSc prints
/// its help, from which the names are collected.
/// @note Collective.
std::vector<KnownOption> queriedOptions(KSP ksp);

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "solver/options/SolverOptions.hpp"

namespace tenon::solver {

/// Checks that the options in force suit an unsymmetric matrix.
/// @throws InputError if an option selects a method for symmetric matrices (CG, MINRES, Cholesky,
/// ...) and `asymmetric_contributors`, the names of the contributors that make A unsymmetric, is
/// not empty
void requireSymmetry(const SolverOptions& options, const std::vector<std::string>& asymmetric_contributors);

}  // namespace tenon::solver

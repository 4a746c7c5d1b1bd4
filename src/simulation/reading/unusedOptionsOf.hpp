// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solver/options/SolverOptions.hpp"

namespace tenon::simulation {

/// Returns the treatment of unused PETSc options, which the option --allow-unused of a command
/// selects.
template <class Options>
solver::SolverOptions::UnusedOptions unusedOptionsOf(const Options& options) {
  return options.allow_unused ? solver::SolverOptions::UnusedOptions::accept
                              : solver::SolverOptions::UnusedOptions::reject;
}

}  // namespace tenon::simulation

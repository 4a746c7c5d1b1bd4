// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Analysis.hpp"
#include "solver/options/SystemTraits.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

// Blocks `analysis`, `solver` and `petsc` of a case.
namespace tenon::simulation {

/// Creates the analysis that the case selects, or statics.
std::unique_ptr<analysis::Analysis> readAnalysis(const base::CaseNode& root, base::ErrorCollector& problems);

/// Reads the parameters of the solver and adds PETSc's options of the case to `options`.
solver::SolverParameters readSolver(const base::CaseNode& root, solver::SolverOptions& options,
                                    base::ErrorCollector& problems);

/// Returns the properties of a case that determine the choice of a preset.
solver::SystemTraits traitsOf(const analysis::Equations& equations, const analysis::Analysis& analysis,
                              const solver::SolverParameters& parameters);

/// Creates the solver with the preset of the case, or with one that suits the system, and with the
/// separate system of the preconditioner, if any.
/// @note Collective.
std::unique_ptr<analysis::TangentSolver> makeSolver(const base::CaseNode& root, solver::SolverParameters parameters,
                                                    solver::SolverOptions& options, analysis::Equations& equations,
                                                    const analysis::Analysis& analysis);

}  // namespace tenon::simulation

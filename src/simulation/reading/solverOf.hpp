#pragma once
#include "tenon/analysis/Analysis.hpp"
#include "tenon/base/Problems.hpp"
#include "tenon/simulation/CaseFile.hpp"

// How a case says it is solved: its blocks `analysis`, `solver` and `petsc`.
namespace tenon::simulation {

/// What the case names, or statics.
std::unique_ptr<analysis::Analysis> readAnalysis(const base::CaseNode& root, base::Problems& problems);

/// PETSc's options of the case go to `options`.
solver::SolverParameters readSolver(const base::CaseNode& root, solver::SolverOptions& options,
                                    base::Problems& problems);

/// What presets have to know of a case.
solver::SystemTraits traitsOf(const analysis::Equations& equations, const analysis::Analysis& analysis,
                              const solver::SolverParameters& parameters);

/// Collective. With the case's preset, or what suits the system, and with the preconditioner's own system.
std::unique_ptr<analysis::TangentSolver> makeSolver(const base::CaseNode& root, solver::SolverParameters parameters,
                                                    solver::SolverOptions& options, analysis::Equations& equations,
                                                    const analysis::Analysis& analysis);

}  // namespace tenon::simulation

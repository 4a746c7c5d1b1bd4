#pragma once
#include "tenon/base/Problems.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/solver/Statics.hpp"

// How a case says it is solved: its blocks `analysis`, `solver` and `petsc`.
namespace tenon::simulation {

solver::StaticsParameters readAnalysis(const base::CaseNode& root, base::Problems& problems);

/// PETSc's options of the case go to `options`.
solver::SolverParameters readSolver(const base::CaseNode& root, solver::SolverOptions& options,
                                    base::Problems& problems);

/// What presets have to know of a case.
solver::SystemTraits traitsOf(const system::MechanicalSystem& mechanics, const solver::SolverParameters& parameters,
                              const solver::LinearStatics& statics);

/// Collective. Chooses the case's preset, or what suits its system, and gives the preconditioner its own system.
void prepareSolver(const base::CaseNode& root, const system::MechanicalSystem& mechanics,
                   solver::SolverParameters& parameters, solver::SolverOptions& options,
                   solver::LinearStatics& statics);

}  // namespace tenon::simulation

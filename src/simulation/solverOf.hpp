#pragma once
#include "tenon/base/Problems.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/solver/Statics.hpp"

// How a case says it is solved: its blocks `analysis`, `solver` and `petsc`.
namespace tenon::simulation {

/// Runs `work` for a block of the case; who finds a wrong group or value in it knows no line: the block does.
template <class Work>
void inBlock(const base::CaseNode& block, Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    const std::string sentence = error.what(), file = block.where().substr(0, block.where().rfind(':'));
    if (sentence.compare(0, file.size(), file) == 0) throw;
    block.fail(sentence);
  }
}

solver::StaticsParameters readAnalysis(const base::CaseNode& root, base::Problems& problems);

/// PETSc's options of the case go to `options`.
solver::SolverParameters readSolver(const base::CaseNode& root, solver::SolverOptions& options,
                                    base::Problems& problems);

/// Collective. Chooses the case's preset, or what suits its system, and gives the preconditioner its own system.
void prepareSolver(const base::CaseNode& root, const system::MechanicalSystem& mechanics,
                   solver::SolverParameters& parameters, solver::SolverOptions& options,
                   solver::LinearStatics& statics);

}  // namespace tenon::simulation

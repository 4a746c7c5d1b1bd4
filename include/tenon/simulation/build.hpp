#pragma once
#include <memory>

#include "tenon/analysis/Analysis.hpp"
#include "tenon/base/Phases.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// What a case file becomes: bodies with all that acts on them, the analysis, and how to solve.
struct Setup {
  std::unique_ptr<system::MechanicalSystem> system;
  std::unique_ptr<analysis::Equations> equations;
  std::unique_ptr<analysis::TangentSolver> solver;
  std::unique_ptr<analysis::Analysis> analysis;

  /// Collective. InputError where more motions have to be held for the analysis than are.
  void requireHeld() const { analysis->requireHeld(*equations); }
  /// Collective. The analysis from its first step to its last one.
  analysis::Solution run(base::Phases& phases, const analysis::Analysis::AtStep& at_step = {}) const {
    return analysis->run(*equations, *solver, phases, at_step);
  }
};

/// Reads the meshes a case names and makes its bodies, contributors, conditions and constraints; PETSc's options of the
/// case and of its preset go to `options`, which has to outlive the setup.
///
/// Collective. Throws one InputError with every problem that can be found without solving: unknown keys and types,
/// missing groups, wrong values, broken meshes. Where nothing but missing files is wrong, it is a FileError. Whether
/// the bodies are held, requireHeld() says: matrices of free ones may be looked at. Phases
/// "read", "partition" and "set-up". `preset`: instead of the case's.
Setup build(const base::Communicator& comm, const CaseFile& file, solver::SolverOptions& options, base::Phases& phases,
            const std::string& preset = "");

/// Collective. One more linear system of the form that the case names, or of the default one.
std::unique_ptr<system::LinearSystem> makeSystem(const base::CaseNode& root, const system::MechanicalSystem& mechanics);

}  // namespace tenon::simulation

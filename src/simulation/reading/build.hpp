// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "analysis/Analysis.hpp"
#include "base/Phases.hpp"
#include "simulation/reading/parameters/ContributorMaker.hpp"
#include "simulation/reading/parameters/ShapeMode.hpp"
#include "tenon/analysis/Objective.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Objects that are created from a case file: the mechanical system, the analysis and the solver.
struct Setup {
  /// Bodies with all contributors, conditions and constraints.
  std::unique_ptr<system::MechanicalSystem> system;
  /// Equations of the analysis.
  std::unique_ptr<analysis::Equations> equations;
  /// Solver of linearised equations.
  std::unique_ptr<analysis::TangentSolver> solver;
  /// Analysis of the case.
  std::unique_ptr<analysis::Analysis> analysis;

  /// Objectives of the case, which refer to the mechanical system.
  std::vector<std::unique_ptr<analysis::Objective>> objectives;
  /// Functions that create the contributors of the case again, with other numbers.
  std::vector<ContributorMaker> makers;
  /// Displacements of nodes in the reference configuration per unit of a parameter.
  std::vector<ShapeMode> shapes;

  /// Checks that the model restrains all rigid-body modes that must be restrained for the analysis.
  /// @throws InputError otherwise
  /// @note Collective.
  void requireSupported() const { analysis->requireSupported(*equations); }
  /// Begins a run of the analysis, which this setup must outlive. @note Collective.
  std::unique_ptr<analysis::AnalysisRun> begin(base::Phases& phases) const {
    return analysis->begin(*equations, *solver, phases);
  }
  /// Runs the analysis from its first to its last step. @note Collective.
  analysis::Solution run(base::Phases& phases, const analysis::Analysis::StepCallback& on_step = {}) const {
    return analysis->run(*equations, *solver, phases, on_step);
  }
};

/// Reads the meshes of a case and creates its bodies, contributors, conditions and constraints, in
/// the phases "read", "partition" and "set-up". Unsupported bodies are accepted, because their
/// matrices may be exported; Setup::requireSupported() checks for them.
/// @param options  receives PETSc's options of the case and of its preset; must outlive the setup
/// @param preset  preset instead of that of the case; empty for that of the case
/// @param additions  contributors and meshes of a host program
/// @throws InputError with every problem that can be found without a solve: unknown keys and types,
///   missing groups, wrong values, invalid meshes
/// @throws FileError if missing files are the only problem
/// @note Collective.
Setup build(const base::Communicator& comm, const CaseFile& file, solver::SolverOptions& options, base::Phases& phases,
            const std::string& preset = "", const Additions& additions = {});

/// Creates an additional linear system of the type that the case selects, or of the default type.
/// @note Collective.
std::unique_ptr<system::LinearSystem> makeSystem(const base::CaseNode& root, const system::MechanicalSystem& mechanics);

}  // namespace tenon::simulation

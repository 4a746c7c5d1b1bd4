// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/adjoint/RunGradient.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/reading/parameters/GradientParameter.hpp"

namespace tenon::simulation {

/// Result of a run whose objective is differentiated.
struct GradientRunResult {
  analysis::GradientResult gradient;      ///< objective and gradient
  std::vector<std::string> objectives;    ///< names of the objectives
  std::vector<system::CellValues> cells;  ///< [parameters] cells of fields and their values; empty for numbers
  solver::SolveStatistics statistics;     ///< cost of the forward solves
  double forward_seconds = 0.0;           ///< time of the forward steps
  int num_steps = 0;                      ///< number of completed steps
};

/// Runs a case and evaluates its objectives and their gradient. Newton's method has a tolerance of
/// at most 1e-10, because the error of the gradient is proportional to the residual.
/// @param parameters  parameters of the gradient; empty: only the objectives are evaluated
/// @param options     receives PETSc's options of the case
/// @param memory      memory of each rank for the states of a transient analysis [bytes]
/// @param additions   contributors and meshes of a host program
/// @throws InputError if the case has no objective, if its analysis is neither static nor
///   transient, or if a derivative does not exist
/// @throws NotConvergedError if a solve does not converge
/// @note Collective.
GradientRunResult runGradient(const base::Communicator& comm, const CaseFile& file,
                              const std::vector<GradientParameter>& parameters, solver::SolverOptions& options,
                              double memory = analysis::TrajectoryOptions().memory, const Additions& additions = {});

}  // namespace tenon::simulation

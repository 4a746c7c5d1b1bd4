// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Options of `tenon solve-report`.
struct SolveReportOptions {
  /// Path of the case file.
  std::string case_file;
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings;
  std::vector<std::string> presets;      ///< names of presets; empty for all that suit the case
  std::string json_file;                 ///< JSON file of the table; empty if there is none
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

/// Result of one preset for a case.
struct PresetReport {
  /// Name of the preset.
  std::string preset;
  /// Message of the failure. If it is empty, the preset solved the case, and the other members are
  /// valid.
  std::string failure;
  /// Statistics of the solve, with the seconds of the slowest rank.
  solver::SolveStatistics statistics;
  /// Increase of the peak memory by the solve, on the rank where it is largest [MiB].
  double memory = 0.0;
  /// Largest difference of the displacement from that of the first successful preset, divided by
  /// the largest displacement.
  double difference = 0.0;
};

/// Solves a case by one preset after the other, each time starting from the mesh files, and prints
/// the cost of each (`tenon solve-report`). The preset `direct` is the first, with which the others
/// are compared. A preset that fails is a line with its message.
/// @throws InputError if a preset is unknown
/// @throws NotConvergedError if no preset solves the case
/// @note Collective.
void reportSolvers(const base::Communicator& comm, const SolveReportOptions& options);

}  // namespace tenon::simulation

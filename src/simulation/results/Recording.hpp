// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "Checkpoints.hpp"
#include "Report.hpp"
#include "RunOutput.hpp"
#include "io/OutputFolders.hpp"
#include "simulation/StopSignal.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/report/SmallStrainCheck.hpp"
#include "tenon/simulation/results/Output.hpp"

namespace tenon::simulation {

/// Exit code of an analysis that a signal has terminated regularly, with a checkpoint.
inline constexpr base::ExitCode ended_by_signal{6};

/// Returns the title of a case, or the name of its file.
std::string titleOf(const CaseFile& file);

/// Returns the files that a run without options would write.
/// @note Collective.
std::vector<std::string> outputsOf(const base::Communicator& comm, const CaseFile& file,
                                   const system::MechanicalSystem& mechanics);

/// Checks that a case writes only to its own folder and the working directory.
/// @throws InputError otherwise
/// @note Collective.
void requireConfined(const base::Communicator& comm, const CaseFile& file, const std::vector<std::string>& outputs);

/// Result files of a run: fields, histories, checkpoints, summary and tables.
/// @note All members are collective.
class Recording {
 public:
  /// Objects that a recording refers to, and that must outlive it.
  struct Source {
    const CaseFile& file;                ///< case
    const Setup& setup;                  ///< objects of the case
    const solver::SolverOptions& petsc;  ///< PETSc options
    base::Phases& phases;                ///< phases of the run
  };

  /// Checks the output files and creates them. If a restart is requested, the analysis is set to
  /// continue from the last checkpoint, and earlier results are copied.
  /// @throws InputError if a file would replace an input file or lie outside the allowed folders,
  ///   or if there is no checkpoint of the case
  /// @throws FileError if a file cannot be written
  Recording(const Source& source, const RecordingOptions& options);

  /// Makes signals end the run after its current step, with a checkpoint.
  void endOnSignals();

  /// Writes the current step of a run.
  /// @throws Error with the code `ended_by_signal` if a signal ends the run
  void writeStep(const analysis::AnalysisRun& run);

  /// Writes the remaining data of a completed run and logs its report.
  void finish(const analysis::Solution& solution);

 private:
  void writeCheckpoint(const analysis::AnalysisRun& run, const std::string& signal);

  Source source_;
  RecordingOptions options_;
  OutputSettings settings_;
  std::string stem_, title_;
  std::optional<Checkpoints> checkpoints_;
  std::optional<io::OutputFolders> folders_;
  std::optional<RunOutput> output_;
  std::optional<SmallStrainCheck> small_strain_check_;
  std::optional<StopSignal> signal_;
};

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "StudyTable.hpp"
#include "simulation/StopSignal.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/simulation/Simulation.hpp"

namespace tenon::simulation {

/// Run of a study on a group of ranks.
class StudyRun {
 public:
  /// Creates a run.
  /// @param group      ranks of the run
  /// @param case_file  case file
  /// @param options    options of the simulation, with the values of all parameters
  StudyRun(const base::Communicator& group, std::string case_file, SimulationOptions options)
      : group_(group), case_file_(std::move(case_file)), options_(std::move(options)) {}

  /// Returns the summary of the case before its first step.
  /// @throws InputError if the case has errors
  /// @note Collective over the group.
  nlohmann::json describe() const;

  /// Executes the run.
  /// @param output        path of the result files without extension; empty for no files
  /// @param before_abort  function that receives the failure if only some ranks of the group fail,
  ///   before the program is aborted; called on one rank
  /// @param summary       receives the summary if the run succeeds
  /// @return outcome without results. The code is that of a run that a signal has ended if the
  ///   program receives SIGINT, SIGTERM or SIGUSR1 between two steps, and StopSignal::begin() was
  ///   called.
  /// @note Collective over the group.
  RunOutcome execute(const std::string& output, const std::function<void(const RunOutcome&)>& before_abort,
                     nlohmann::json& summary) const;

 private:
  void solve(const std::string& output, nlohmann::json& summary) const;

  base::Communicator group_;
  std::string case_file_;
  SimulationOptions options_;
};

}  // namespace tenon::simulation

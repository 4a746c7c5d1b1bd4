// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StudyRun.hpp"

#include <filesystem>
#include <new>

#include "base/Runtime.hpp"
#include "base/failures.hpp"
#include "simulation/results/Recording.hpp"

namespace tenon::simulation {
namespace {

/// Error of this rank.
struct Failure {
  base::ExitCode code = base::ExitCode::ok;
  std::string message;
  bool is_on_all_ranks = false;
};

Failure failureOf(const std::function<void()>& work) {
  using base::ExitCode;
  try {
    work();
  } catch (const base::Error& error) {
    return {error.code(), error.what(), error.isOnAllRanks()};
  } catch (const std::filesystem::filesystem_error& error) {
    return {ExitCode::files, base::messageOf(error), false};
  } catch (const std::bad_alloc&) {
    return {ExitCode::internal, "this rank ran out of memory: use more ranks per run or a smaller mesh.", false};
  } catch (const std::exception& error) {
    return {ExitCode::internal, error.what(), false};
  }
  return {};
}

}  // namespace

nlohmann::json StudyRun::describe() const {
  Simulation simulation(group_, case_file_, options_);
  simulation.requireSupported();
  return nlohmann::json::parse(simulation.summary());
}

void StudyRun::solve(const std::string& output, nlohmann::json& summary) const {
  Simulation simulation(group_, case_file_, options_);
  simulation.requireSupported();
  if (!output.empty()) {
    RecordingOptions files;
    files.output = output;
    files.summary_file = output + ".json";
    simulation.record(files);
  }
  const StopSignal signal;
  while (!simulation.isDone()) {
    simulation.advance();
    if (simulation.isDone() || signal.received(group_).empty()) continue;
    base::Error ended(ended_by_signal, "A signal has ended the run.");
    ended.markOnAllRanks();
    throw ended;
  }
  summary = nlohmann::json::parse(simulation.summary());
  if (!output.empty()) simulation.finishRecording();
}

RunOutcome StudyRun::execute(const std::string& output, const std::function<void(const RunOutcome&)>& before_abort,
                             nlohmann::json& summary) const {
  const base::ScopedFailureCommunicator scope(group_);
  const Failure failure = failureOf([&] { solve(output, summary); });
  base::releaseFreedMemory();
  RunOutcome outcome;
  outcome.code = failure.code;
  outcome.message = failure.message;
  if (failure.code == base::ExitCode::ok || failure.is_on_all_ranks || group_.size() == 1) return outcome;
  base::abortUnlessOnAllRanks(failure.message, failure.code, [&] { before_abort(outcome); });
  outcome.message = group_.broadcast(outcome.message);
  outcome.code =
      static_cast<base::ExitCode>(std::stoi(group_.broadcast(std::to_string(static_cast<int>(outcome.code)))));
  return outcome;
}

}  // namespace tenon::simulation

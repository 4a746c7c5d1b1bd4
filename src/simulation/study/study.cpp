// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "RankGroups.hpp"
#include "ResultSelection.hpp"
#include "RunDistributor.hpp"
#include "RunQueue.hpp"
#include "StudyRun.hpp"
#include "StudyTable.hpp"
#include "base/failures.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "io/OutputFolders.hpp"
#include "simulation/QuietLog.hpp"
#include "simulation/StopSignal.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/results/Recording.hpp"
#include "solver/options/SolverOptions.hpp"
#include "solver/options/viewerFiles.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

namespace tenon::simulation {
namespace {

/// Returns the FNV-1a hash of texts as a hexadecimal number.
std::string hashOf(const std::vector<std::string>& texts) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto add = [&](unsigned char byte) { hash = (hash ^ byte) * 1099511628211ULL; };
  for (const std::string& text : texts) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(0);  // separates texts; no text contains it
  }
  return fmt::format("{:016x}", hash);
}

/// Study on all ranks.
class Study {
 public:
  Study(const base::Communicator& comm, const StudyOptions& options)
      : comm_(comm), options_(options), groups_(comm, options.ranks_per_run) {}

  StudyResults run() {
    define();
    if (options_.end_on_signals) signal_.begin();
    const int num_before = table_ ? table_->numRows() : 0;
    if (num_before > 0)
      base::log().info("{}: {} of {} runs are finished already", options_.table, num_before, plan_.numRuns());
    executeRuns();
    base::runOnRoot(comm_, [&] {
      queue_->rethrowError();
      table_->finish();
    });
    requireComplete();
    if (!table_) return {};
    base::log().info("{}, {} of them failed{}{}", base::formatCount(table_->numRows(), "run"), table_->numFailed(),
                     options_.table.empty() ? "" : "; table: ", options_.table);
    return {table_->columns(), table_->rows()};
  }

 private:
  /// Checks the definition of the study and opens its table.
  void define() {
    base::runCollectively(comm_, [&] { plan_ = StudyPlan(parseVariations(options_.variations)); });
    file_ = CaseFile::read(comm_, options_.case_file, options_.settings);
    base::runCollectively(comm_, [&] { requireParameters(); });
    requireNoViewerFiles();
    folders_.emplace(requireOutputs(comm_, {options_.table}, file_.inputs()));
    if (!options_.output.empty()) folders_->create(options_.output);
    const nlohmann::json example = exampleSummary();
    base::runCollectively(comm_, [&] { selection_.emplace(options_.selection, example); });
    definition_ = definition();
    base::runOnRoot(comm_, [&] {
      table_ = std::make_unique<StudyTable>(options_.table, definition_, options_.overwrite);
      queue_ = std::make_unique<RunQueue>(*table_, plan_.numRuns());
    });
    base::log().info("{}, {} at a time on {} each", base::formatCount(plan_.numRuns(), "run"), groups_.size(),
                     base::formatCount(options_.ranks_per_run, "rank"));
    if (groups_.numIdle() > 0)
      base::log().warn(
          "{} idle: the number of ranks is not a multiple of {}.",
          groups_.numIdle() == 1 ? std::string("1 rank is") : fmt::format("{} ranks are", groups_.numIdle()),
          base::nameOfOption("--ranks-per-run"));
  }

  /// Checks that the case has the varied parameters.
  void requireParameters() const {
    base::ErrorCollector problems;
    const std::string vary = base::nameOfOption("--vary");
    std::vector<std::string> names;
    for (const auto& parameter : file_.parameters()) names.push_back(parameter.first);
    for (const VariedParameter& parameter : plan_.parameters()) {
      const std::string& name = parameter.name;
      const bool is_set = std::any_of(options_.settings.begin(), options_.settings.end(), [&](const std::string& word) {
        return word.compare(0, name.size() + 1, name + "=") == 0;
      });
      if (names.empty())
        problems.add(fmt::format("{}: there is no parameter {}: {} has no block `parameters`.", vary, base::quote(name),
                                 options_.case_file));
      else if (!base::contains(names, name))
        problems.add(
            fmt::format("{}: there is no parameter {}{}", vary, base::quote(name), base::suggestionFor(name, names)));
      else if (is_set)
        problems.add(fmt::format("the parameter {} is specified by both {} and {}: remove one of them.",
                                 base::quote(name), base::nameOfOption("--set"), vary));
      if (base::contains({"run", "status", "message", "study"}, name))
        problems.add(fmt::format("{}: the parameter {} has the name of a column of the table: rename the parameter.",
                                 vary, base::quote(name)));
    }
    problems.throwIfAny();
  }

  /// Rejects PETSc's options that would make all runs write the same file.
  void requireNoViewerFiles() const {
    const solver::SolverOptions petsc(options_.petsc_words, solver::SolverOptions::UnusedOptions::accept, comm_);
    base::runCollectively(comm_, [&] {
      for (const solver::SourcedOption& option : petsc.activeOptions())
        if (!(options_.separate_options && option.source == solver::OptionSource::environment) &&
            !solver::viewerFileName(option.name, option.value.value_or("")).empty())
          throw base::InputError(
              fmt::format("{}: {} would make every run of the study write to the same file: remove this option.",
                          option.where, option.name));
    });
  }

  /// Returns the summary of the case with its own parameters before its first step. Finds errors of
  /// the case before the first run.
  nlohmann::json exampleSummary() {
    std::string text;
    base::runCollectively(comm_, [&] {
      if (!groups_.isFirst()) return;
      const base::ScopedFailureCommunicator scope(*groups_.mine());
      try {
        text = StudyRun(*groups_.mine(), options_.case_file, simulationOptions(options_.settings)).describe().dump();
      } catch (const base::Error& error) {
        if (!error.isOnAllRanks() && groups_.mine()->size() > 1)
          base::abortUnlessOnAllRanks(error.what(), error.code());
        if (groups_.mine()->isRoot()) throw;
      }
    });
    // The root is no member of the first group if it only coordinates the runs.
    const int source = comm_.min(text.empty() ? comm_.size() : comm_.rank());
    return nlohmann::json::parse(comm_.broadcast(text, source));
  }

  SimulationOptions simulationOptions(std::vector<std::string> settings) const {
    SimulationOptions options;
    options.petsc_words = options_.petsc_words;
    options.allow_unused = options_.allow_unused;
    options.separate_options = options_.separate_options;
    options.settings = std::move(settings);
    return options;
  }

  StudyDefinition definition() const {
    std::vector<std::string> texts{file_.text};
    for (const auto* words : {&options_.settings, &options_.petsc_words}) {
      texts.emplace_back("--");
      texts.insert(texts.end(), words->begin(), words->end());
    }
    return {plan_, selection_->names(), hashOf(texts)};
  }

  void executeRuns() {
    RunDistributor distributor(comm_, groups_, queue_.get());
    if (groups_.mine()) {
      std::optional<FinishedRun> finished;
      for (;;) {
        // A scheduler may signal one machine only, and not that of the group's first rank.
        const bool ends = !signal_.received(*groups_.mine()).empty();
        const int run = distributor.next(finished, ends);
        if (finished && queue_) logProgress();
        if (run == RunQueue::no_run) break;
        finished = execute(run, distributor);
      }
    }
    distributor.completeService();
  }

  void logProgress() const { base::log().info("{} of {} runs are finished", queue_->numFinished(), plan_.numRuns()); }

  /// Executes a run on the group of this rank. Returns no row if a signal has ended it.
  std::optional<FinishedRun> execute(int run, RunDistributor& distributor) const {
    std::vector<std::string> settings = options_.settings;
    for (const std::string& setting : plan_.settingsOf(run)) settings.push_back(setting);
    const StudyRun study_run(*groups_.mine(), options_.case_file, simulationOptions(settings));
    const auto lineOf = [&](RunOutcome outcome) {
      outcome.run = run;
      return FinishedRun{run, StudyTable::lineOf(outcome, definition_)};
    };
    nlohmann::json summary;
    RunOutcome outcome;
    {
      const QuietLog quiet(comm_);
      outcome = study_run.execute(
          outputOf(run), [&](const RunOutcome& failed) { distributor.recordBeforeAbort(lineOf(failed)); }, summary);
    }
    if (outcome.code == ended_by_signal) return std::nullopt;
    if (outcome.code == base::ExitCode::ok) outcome.results = selection_->fieldsOf(summary);
    return lineOf(outcome);
  }

  std::string outputOf(int run) const {
    if (options_.output.empty()) return "";
    const std::size_t digits = std::max<std::size_t>(4, std::to_string(plan_.numRuns()).size());
    return fmt::format("{}/{:0{}}", options_.output, run, digits);
  }

  /// Throws if a signal has ended the study before its last run.
  void requireComplete() const {
    const int num_rows = comm_.max(table_ ? table_->numRows() : 0);
    if (num_rows == plan_.numRuns()) return;
    base::Error ended(ended_by_signal,
                      fmt::format("A signal ended the study after {} of {} runs{}.", num_rows, plan_.numRuns(),
                                  options_.table.empty() ? "" : ": use the same command to continue it"));
    ended.markOnAllRanks();
    throw ended;
  }

  base::Communicator comm_;
  const StudyOptions& options_;
  RankGroups groups_;
  StudyPlan plan_{{}};
  CaseFile file_;
  std::optional<io::OutputFolders> folders_;
  std::optional<ResultSelection> selection_;
  StudyDefinition definition_{StudyPlan({}), {}, {}};
  std::unique_ptr<StudyTable> table_;  // on the root
  std::unique_ptr<RunQueue> queue_;    // on the root
  StopSignal signal_;
};

}  // namespace

StudyResults study(const base::Communicator& comm, const StudyOptions& options) {
  return Study(comm, options).run();
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solveReport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "analysis/Analysis.hpp"
#include "base/Runtime.hpp"
#include "base/text.hpp"
#include "io/textFile.hpp"
#include "jsonText.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/readSolver.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "system/forms/registry.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using Displacement = std::vector<double>;  // Displacements of the owned nodes, body by body.

const char* const reference_preset = "direct";

bool isApplicable(const solver::Preset& preset, const solver::SystemTraits& traits) {
  if (preset.is_for_second_order && !traits.size.has_second_order) return false;
  try {
    solver::requireApplicable(preset, registries().presets, traits);
    return true;
  } catch (const base::InputError&) {
    return false;
  }
}

Displacement ownedDisplacement(const system::MechanicalSystem& mechanics) {
  Displacement all;
  for (const auto& body : mechanics.bodies()) {
    const auto of_body = body->state().displacement();
    const auto owned = static_cast<std::ptrdiff_t>(body->state().layout().numOwned()) * body->state().block();
    all.insert(all.end(), of_body.begin(), of_body.begin() + owned);
  }
  return all;
}

/// Returns the largest difference divided by the largest entry of `b`.
double difference(const base::Communicator& comm, const Displacement& a, const Displacement& b) {
  double largest = 0.0, size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  largest = comm.max(largest);
  size = comm.max(size);
  return size > 0.0 ? largest / size : largest;
}

/// Solves of the case, preset by preset.
class Comparison {
 public:
  Comparison(const base::Communicator& comm, const SolveReportOptions& options)
      : comm_(comm), options_(options), file_(CaseFile::read(comm, options.case_file, options.settings)) {}

  void run() {
    prepare();
    for (const std::string& preset : presets_) {
      reports_.push_back(solve(preset));
      base::log().debug("{}", lineOf(reports_.back()));
    }
    if (comm_.isRoot()) std::fputs(base::printable(table()).c_str(), stdout);
    if (!options_.json_file.empty()) io::writeTextAtomically(comm_, options_.json_file, jsonText(json()) + "\n");
    solver::SolverOptions(options_.petsc_words, unusedOptionsOf(options_)).warnAboutUnused(comm_);
    base::runCollectively(comm_, [&] {
      if (!reference_) throw base::NotConvergedError(fmt::format("{}: no preset converged.", options_.case_file));
    });
  }

 private:
  /// Checks the case, whose errors end the command, and finds the presets that suit it.
  void prepare() {
    base::runCollectively(comm_, [&] {
      for (const std::string& name : options_.presets) registries().presets.find(name);
    });
    folders_.emplace(requireOutputs(comm_, {options_.json_file}, file_.inputs()));
    solver::SolverOptions petsc(options_.petsc_words);
    const Setup setup = build(comm_, file_, petsc, phases_);
    setup.requireSupported();
    unknowns_ = setup.system->numUnknowns();
    multipliers_ = comm_.sum(static_cast<std::int64_t>(setup.system->numMultipliers()));
    default_ = setup.solver->parameters();
    presets_ = options_.presets;
    const auto traits = traitsOf(*setup.equations, *setup.analysis, setup.solver->parameters());
    for (const auto& preset : registries().presets.all())
      if (options_.presets.empty() && isApplicable(preset, traits)) presets_.push_back(preset.name);
    std::stable_partition(presets_.begin(), presets_.end(),
                          [](const std::string& name) { return name == reference_preset; });
    base::log().info("{}: {}, {} of them multipliers, on {}; {}", options_.case_file,
                     base::formatCount(unknowns_, "unknown"), multipliers_, base::formatCount(comm_.size(), "rank"),
                     base::formatCount(presets_.size(), "preset"));
  }

  PresetReport solve(const std::string& preset) {
    PresetReport report;
    report.preset = preset;
    try {
      solveInto(report);
    } catch (const base::Error& error) {
      if (!error.isOnAllRanks()) throw;
      report.failure = error.what();
    }
    base::releaseFreedMemory();
    return report;
  }

  void solveInto(PresetReport& report) {
    solver::SolverOptions petsc(options_.petsc_words);
    Setup setup = build(comm_, file_, petsc, phases_, report.preset);
    base::releaseFreedMemory();
    base::resetPeakMemory();
    const double before = base::peakMemoryMiB();
    report.statistics = setup.run(phases_).statistics;
    report.memory = comm_.max(base::peakMemoryMiB() - before);
    report.statistics.setup_seconds = comm_.max(report.statistics.setup_seconds);
    report.statistics.solve_seconds = comm_.max(report.statistics.solve_seconds);
    const Displacement displacement = ownedDisplacement(*setup.system);
    if (!reference_) {
      reference_ = displacement;
      reference_name_ = report.preset;
    }
    report.difference = difference(comm_, displacement, *reference_);
  }

  static std::string lineOf(const PresetReport& report) {
    if (!report.failure.empty()) return fmt::format("{:<18} failed: {}", report.preset, report.failure);
    const auto& s = report.statistics;
    const std::string inner = s.inner_iterations > 0 ? fmt::format("+{}", s.inner_iterations) : "";
    return fmt::format("{:<18} {:>10} {:>9.3f} {:>9.3f} {:>9.0f} {:>9.1e} {:>9.1e} {:>9.1e}", report.preset,
                       fmt::format("{}{}", s.iterations, inner), s.setup_seconds, s.solve_seconds, report.memory,
                       s.residual_displacement, s.residual_multipliers, report.difference);
  }

  std::string table() const {
    std::string text = fmt::format("{:<18} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "preset", "iterations",
                                   "set-up s", "solve s", "MiB", "resid. u", "resid. l", "diff. u");
    for (const PresetReport& report : reports_) text += lineOf(report) + "\n";
    text += defaultText();
    if (reference_) text += fmt::format("Differences are relative to '{}'; +n: inner iterations.\n", reference_name_);
    return text;
  }

  /// Returns a string that describes the preset of `run`, with the reason if the case does not name
  /// one.
  std::string defaultText() const {
    if (default_.choice_reason.empty()) return fmt::format("The case uses the preset '{}'.\n", default_.preset);
    return fmt::format("Without a preset in the case, '{}' is chosen: {}.\n", default_.preset, default_.choice_reason);
  }

  nlohmann::json json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const PresetReport& report : reports_) {
      if (!report.failure.empty()) {
        list.push_back({{"preset", report.preset}, {"failure", report.failure}});
        continue;
      }
      const auto& s = report.statistics;
      list.push_back({{"preset", report.preset},
                      {"iterations", s.iterations},
                      {"inner_iterations", s.inner_iterations},
                      {"solves", s.solves},
                      {"setups", s.setups},
                      {"reason", s.reason},
                      {"setup_seconds", s.setup_seconds},
                      {"solve_seconds", s.solve_seconds},
                      {"memory_mib", report.memory},
                      {"residual_displacement", s.residual_displacement},
                      {"residual_multipliers", s.residual_multipliers},
                      {"difference", report.difference}});
    }
    return {{"case", options_.case_file},
            {"ranks", comm_.size()},
            {"unknowns", unknowns_},
            {"multipliers", multipliers_},
            {"reference", reference_name_},
            {"presets", list},
            {"default", {{"preset", default_.preset}, {"chosen_because", default_.choice_reason}}}};
  }

  base::Communicator comm_;
  SolveReportOptions options_;
  CaseFile file_;
  base::Phases phases_{comm_};  // Common to all presets, so that lines of phases are printed once.
  std::int64_t unknowns_ = 0, multipliers_ = 0;
  solver::SolverParameters default_;  // Parameters of `run`.
  std::vector<std::string> presets_;
  std::optional<io::OutputFolders> folders_;
  std::vector<PresetReport> reports_;
  std::optional<Displacement> reference_;
  std::string reference_name_;
};

}  // namespace

void reportSolvers(const base::Communicator& comm, const SolveReportOptions& options) {
  Comparison(comm, options).run();
}

}  // namespace tenon::simulation

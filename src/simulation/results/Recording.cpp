// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Recording.hpp"

#include <fmt/format.h>
#include <petscversion.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/AnalysisRun.hpp"
#include "base/interface/interfaceNames.hpp"
#include "jsonText.hpp"
#include "makeReport.hpp"
#include "printReport.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/tables/tables.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

/// Returns the path of the results without extension: from the command line, otherwise from the
/// case, otherwise that of the case file. A folder is completed by the name from the case or the
/// case file.
std::string outputStem(const CaseFile& file, const RecordingOptions& options) {
  const std::string stem_of_case = OutputSettings::read(file.root).stem;
  const std::string called = stem_of_case.empty() ? file.stem() : stem_of_case;
  std::filesystem::path stem = options.output.empty() ? called : options.output, name = stem.filename();
  std::error_code ignored;
  if (name.empty() || std::filesystem::is_directory(stem, ignored)) {
    name = std::filesystem::path(called).filename();
    const bool is_folder = name.empty() || name == "." || name == "..";
    stem /= is_folder ? std::filesystem::path(file.stem()) : name;
  }
  if (stem.extension() == ".h5" || stem.extension() == ".xdmf") stem.replace_extension();
  return stem.string();
}

/// Returns the folders in which a case may write: its own folder and the working directory, or the
/// folder given on the command line.
std::vector<std::string> foldersOf(const CaseFile& file, const RecordingOptions& options) {
  if (options.output.empty()) return {".", std::filesystem::path(file.path).parent_path().string()};
  return {std::filesystem::path(outputStem(file, options)).parent_path().string()};
}

std::string placeOfOutput(const CaseFile& file) {
  return file.root.has("output") ? file.root["output"].location() : file.path;
}

std::string textOf(const std::vector<solver::SourcedOption>& options) {
  std::string text;
  for (const auto& option : options)
    text += fmt::format("{} {}  # {}\n", option.name, option.value.value_or(""), option.where);
  return text;
}

void describeRun(const CaseFile& file, io::Hdf5File& h5) {
  h5.writeText("/case", file.text);
  h5.createGroup("/parameters");
  for (const auto& [name, value] : file.parameters()) h5.writeAttribute("/parameters", name, value);
  h5.writeAttribute("/", "title", titleOf(file));
  h5.writeAttribute("/", "tenon_version", std::string(TENON_VERSION));
  h5.writeAttribute("/", "petsc_version",
                    fmt::format("{}.{}.{}", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR));
}

/// State from which a run continues, and earlier results.
struct RestartPoint {
  int step = 0;
  double time = 0.0;
  std::optional<analysis::EnergyBalance::RestartData> energies;
  std::optional<io::Hdf5File> results;  ///< none if the results do not exist or are damaged
};

/// Continues from the last checkpoint. Results that cannot be read remain unchanged; the results of
/// the rest of the analysis are written to a different path.
RestartPoint restartFrom(analysis::Analysis& analysis, std::optional<Checkpoints>& checkpoints,
                         const base::Communicator& comm, std::string& stem) {
  if (!checkpoints)
    throw base::InputError(
        base::nameOfOption("--restart") +
        " needs a transient analysis (`analysis: {type: transient}`) or load steps (`{type: static}` with `steps`).");
  Checkpoints::Contents contents = checkpoints->read(analysis.steppingScheme());
  RestartPoint from{contents.snapshot.step, contents.snapshot.time, contents.energies, {}};
  base::log().info("continues from '{}': step {}, t = {:.6g}", checkpoints->path(), from.step, from.time);
  analysis.restartFrom(std::move(contents.snapshot));
  bool is_there = false;
  base::runOnRoot(comm, [&] {
    std::error_code ignored;
    is_there = std::filesystem::exists(stem + ".h5", ignored);
  });
  if (!comm.any(is_there)) return from;
  try {
    from.results = io::Hdf5File::open(comm, stem + ".h5");
  } catch (const base::FileError& error) {
    stem += fmt::format(".from-{:04d}", from.step);
    base::log().warn("{} The results of the remaining steps are written to '{}.h5'.", error.what(), stem);
  }
  return from;
}

/// Copies the results before the checkpoint to the beginning of these results.
void copyEarlierOutput(RestartPoint& from, RunOutput& output) {
  if (from.energies) output.restoreEnergies(*from.energies);
  if (from.results) output.copyEarlierResults(*from.results, from.time);
  from.results.reset();
}

/// Writes the remaining data of a completed run.
void writeRemainder(const std::string& options, const nlohmann::json& summary, const std::string& summary_file,
                    RunOutput& output) {
  output.file().file().writeText("/options", options);
  output.file().file().writeText("/summary", jsonText(summary));
  std::vector<io::NamedText> beside;
  if (!summary_file.empty()) beside.push_back({summary_file, jsonText(summary) + "\n"});
  output.finish(beside);
}

}  // namespace

std::string titleOf(const CaseFile& file) {
  return file.root.has("title") ? file.root["title"].text() : file.stem();
}

std::vector<std::string> outputsOf(const base::Communicator& comm, const CaseFile& file,
                                   const system::MechanicalSystem& mechanics) {
  std::string stem;
  base::runCollectively(comm, [&] { stem = outputStem(file, {}); });
  return RunOutput::filesOf(mechanics, OutputSettings::read(file.root), comm.broadcast(stem));
}

void requireConfined(const base::Communicator& comm, const CaseFile& file, const std::vector<std::string>& outputs) {
  requireConfined(comm, outputs, foldersOf(file, {}), placeOfOutput(file));
}

Recording::Recording(const Source& source, const RecordingOptions& options)
    : source_(source), options_(options), settings_(OutputSettings::read(source.file.root)) {
  const Setup& setup = source.setup;
  const base::Communicator& comm = setup.system->comm();
  base::runCollectively(comm, [&] {
    stem_ = outputStem(source.file, options);
    title_ = titleOf(source.file);
  });
  stem_ = comm.broadcast(stem_);  // The root's view of the file system is decisive.
  if (setup.analysis->canRestart()) checkpoints_.emplace(*setup.equations, stem_);
  std::optional<RestartPoint> from;
  if (options.restart) from = restartFrom(*setup.analysis, checkpoints_, comm, stem_);
  std::vector<std::string> outputs = RunOutput::filesOf(*setup.system, settings_, stem_);
  if (checkpoints_) outputs.insert(outputs.end(), {checkpoints_->path(), checkpoints_->oldPath()});
  if (!options.allow_outside)
    requireConfined(comm, outputs, foldersOf(source.file, options), placeOfOutput(source.file));
  outputs.push_back(options.summary_file);
  const std::vector<std::string> tables = tableFiles(*setup.system, settings_, options.tables);
  outputs.insert(outputs.end(), tables.begin(), tables.end());
  folders_.emplace(requireOutputs(comm, outputs, source.file.inputs()));

  output_.emplace(*setup.system, *setup.analysis, settings_, stem_);
  describeRun(source.file, output_->file().file());
  if (from) copyEarlierOutput(*from, *output_);
  if (setup.analysis->endTime() > 0.0)
    small_strain_check_.emplace(*setup.system, !setup.analysis->kinematics().isStatic());
}

void Recording::endOnSignals() {
  if (!checkpoints_) return;
  signal_.emplace();
  signal_->begin();
}

void Recording::writeStep(const analysis::AnalysisRun& run) {
  const int step = run.numCompletedSteps();
  {
    const auto phase = source_.phases.begin("output");
    output_->writeStep(run);
  }
  if (small_strain_check_ && (step % settings_.every == 0 || run.isLast())) small_strain_check_->check();
  if (checkpoints_) writeCheckpoint(run, signal_ ? signal_->received(source_.setup.system->comm()) : "");
}

/// Writes a checkpoint if one is due, or if a signal ends the run.
void Recording::writeCheckpoint(const analysis::AnalysisRun& run, const std::string& signal) {
  const int step = run.numCompletedSteps();
  const bool is_due = settings_.checkpoint > 0 && step > 0 && step % settings_.checkpoint == 0;
  if (is_due || !signal.empty()) {
    const auto phase = source_.phases.begin("checkpoint");
    output_->flush();
    checkpoints_->write(run.snapshot(), output_->energies());
  }
  if (signal.empty() || run.isLast()) return;
  base::Error ended(ended_by_signal,
                    fmt::format("{} terminated the run after step {} of {}: `--restart` continues from '{}'.", signal,
                                step, run.numSteps(), checkpoints_->path()));
  ended.markOnAllRanks();
  throw ended;
}

void Recording::finish(const analysis::Solution& solution) {
  const Setup& setup = source_.setup;
  Report report;
  {
    const auto phase = source_.phases.begin("output");
    report = makeReport(*setup.system, solution);
    report.title = title_;
    report.parameters = source_.file.parameters();
    if (output_->energies() != nullptr) report.energies = output_->energies()->energies();
    const nlohmann::json summary = jsonOf(report, source_.phases.summary());
    writeRemainder(textOf(source_.petsc.activeOptions()), summary, options_.summary_file, *output_);
    writeTables(*setup.system, settings_, solution, summary, stem_, options_.tables);
  }
  base::log().info("\n{}{:<24} {}.h5, {}.xdmf", textOf(report, source_.phases.summary()), "results", stem_, stem_);
}

}  // namespace tenon::simulation

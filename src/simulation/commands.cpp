// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"

#include <fmt/format.h>
#include <petscversion.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "StopSignal.hpp"
#include "analysis/Analysis.hpp"
#include "base/text.hpp"
#include "io/convertDotToSvg.hpp"
#include "io/textFile.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/reading/MeshInfo.hpp"
#include "mesh/reading/partitioned.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "simulation/report/SmallStrainCheck.hpp"
#include "simulation/report/requireEvaluable.hpp"
#include "simulation/results/Checkpoints.hpp"
#include "simulation/results/Report.hpp"
#include "simulation/results/RunOutput.hpp"
#include "simulation/results/jsonText.hpp"
#include "simulation/results/mappingGraph.hpp"
#include "simulation/tables/tables.hpp"
#include "system/forms/registry.hpp"
#include "tenon/base/ErrorCollector.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

/// Returns the path of the results without extension: from the command line, otherwise from the
/// case, otherwise that of the case file. A folder is completed by the name from the case or the
/// case file.
std::string outputStem(const CaseFile& file, const RunOptions& options) {
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
std::vector<std::string> foldersOf(const CaseFile& file, const RunOptions& options) {
  if (options.output.empty()) return {".", std::filesystem::path(file.path).parent_path().string()};
  return {std::filesystem::path(outputStem(file, options)).parent_path().string()};
}

std::string placeOfOutput(const CaseFile& file) {
  return file.root.has("output") ? file.root["output"].location() : file.path;
}

std::string sizeOf(const base::Communicator& comm, const Setup& setup) {
  const long multipliers = comm.sum(static_cast<long>(setup.system->numMultipliers()));
  return fmt::format("{} unknowns, {} of them multipliers, on {} rank{}", setup.system->numUnknowns(), multipliers,
                     comm.size(), comm.size() == 1 ? "" : "s");
}

std::string titleOf(const CaseFile& file) {
  return file.root.has("title") ? file.root["title"].text() : file.stem();
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
  std::optional<io::Hdf5File> results;  ///< None if the results do not exist or are damaged.
};

/// Returns the files that a run without further options on the command line would write.
/// @note Collective.
std::vector<std::string> outputsOf(const base::Communicator& comm, const CaseFile& file,
                                   const system::MechanicalSystem& mechanics) {
  std::string stem;
  base::runCollectively(comm, [&] { stem = outputStem(file, {}); });
  return RunOutput::filesOf(mechanics, OutputSettings::read(file.root), comm.broadcast(stem));
}

/// Continues from the last checkpoint. Results that cannot be read remain unchanged; the results of
/// the rest of the analysis are written to a different path.
RestartPoint restartFrom(analysis::Analysis& analysis, std::optional<Checkpoints>& checkpoints,
                         const base::Communicator& comm, std::string& stem) {
  if (!checkpoints)
    throw base::InputError(
        "--restart needs a transient analysis (`analysis: {type: transient}`) or load steps (`{type: static}` with "
        "`steps`).");
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

/// Writes a checkpoint if one is due, or if a signal ends the run.
void writeCheckpoint(Checkpoints& checkpoints, const analysis::Analysis& analysis, const OutputSettings& settings,
                     int step, const std::string& signal, RunOutput& output, base::Phases& phases) {
  const bool is_due = settings.checkpoint > 0 && step > 0 && step % settings.checkpoint == 0;
  if (is_due || !signal.empty()) {
    const auto phase = phases.begin("checkpoint");
    output.flush();
    checkpoints.write(analysis.snapshot(), output.energies());
  }
  if (signal.empty() || analysis.isLast(step)) return;
  base::Error ended(ended_by_signal,
                    fmt::format("{} terminated the run after step {} of {}: `--restart` continues from '{}'.", signal,
                                step, analysis.numSteps(), checkpoints.path()));
  ended.markOnAllRanks();
  throw ended;
}

/// Writes the remaining data of a completed run.
void finish(const std::string& options, const nlohmann::json& summary, const std::string& summary_file,
            RunOutput& output) {
  output.file().file().writeText("/options", options);
  output.file().file().writeText("/summary", jsonText(summary));
  std::vector<io::NamedText> beside;
  if (!summary_file.empty()) beside.push_back({summary_file, jsonText(summary) + "\n"});
  output.finish(beside);
}

/// Writes the graph of mappings in the format given by the extension.
/// @throws InputError if the extension is unknown.
/// @note Collective.
void writeGraph(const system::MechanicalSystem& mechanics, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  std::string text;
  base::runOnRoot(mechanics.comm(), [&] {
    text = ending == ".txt" ? textOfGraph(mechanics) : dotOfGraph(mechanics);
    if (ending == ".svg") text = io::convertDotToSvg(text);
  });
  io::writeTextAtomically(mechanics.comm(), path, text);
}

}  // namespace

void run(const base::Communicator& comm, const RunOptions& options) {
  StopSignal signal;
  base::Phases phases(comm);
  const CaseFile file = CaseFile::read(comm, options.case_file, options.settings);
  solver::SolverOptions petsc(options.petsc_words, unusedOptionsOf(options));
  Setup setup = build(comm, file, petsc, phases);
  setup.requireSupported();
  std::string stem, title;
  base::runCollectively(comm, [&] {
    stem = outputStem(file, options);
    title = titleOf(file);
  });
  stem = comm.broadcast(stem);  // The root's view of the file system is decisive.
  const OutputSettings settings = OutputSettings::read(file.root);
  base::log().info(sizeOf(comm, setup));

  std::optional<Checkpoints> checkpoints;
  if (setup.analysis->canRestart()) checkpoints.emplace(*setup.equations, stem);
  std::optional<RestartPoint> from;
  if (options.restart) from = restartFrom(*setup.analysis, checkpoints, comm, stem);
  std::vector<std::string> outputs = RunOutput::filesOf(*setup.system, settings, stem);
  if (checkpoints) outputs.insert(outputs.end(), {checkpoints->path(), checkpoints->oldPath()});
  if (!options.allow_outside) requireConfined(comm, outputs, foldersOf(file, options), placeOfOutput(file));
  outputs.push_back(options.summary_file);
  const std::vector<std::string> tables = tableFiles(*setup.system, settings, options.tables);
  outputs.insert(outputs.end(), tables.begin(), tables.end());
  const io::OutputFolders folders = requireOutputs(comm, outputs, file.inputs());

  RunOutput output(*setup.system, *setup.analysis, settings, stem);
  describeRun(file, output.file().file());
  if (from) copyEarlierOutput(*from, output);
  if (checkpoints) signal.begin();
  std::optional<SmallStrainCheck> small_strain_check;
  if (setup.analysis->endTime() > 0.0)
    small_strain_check.emplace(*setup.system, !setup.analysis->kinematics().isStatic());
  const analysis::Solution solution = setup.run(phases, [&](int step, double time, const auto& describe) {
    {
      const auto phase = phases.begin("output");
      output.writeStep(step, time, describe);
    }
    if (small_strain_check && (step % settings.every == 0 || setup.analysis->isLast(step))) small_strain_check->check();
    if (checkpoints)
      writeCheckpoint(*checkpoints, *setup.analysis, settings, step, signal.received(comm), output, phases);
  });
  petsc.warnAboutUnused(comm);

  Report report;
  {
    const auto phase = phases.begin("output");
    report = makeReport(*setup.system, solution);
    report.title = title;
    report.parameters = file.parameters();
    if (output.energies() != nullptr) report.energies = output.energies()->energies();
    const nlohmann::json summary = jsonOf(report, phases.summary());
    finish(textOf(petsc.activeOptions()), summary, options.summary_file, output);
    writeTables(*setup.system, settings, solution, summary, stem, options.tables);
  }
  base::log().info("\n{}{:<24} {}.h5, {}.xdmf", textOf(report, phases.summary()), "results", stem, stem);
}

/// Checks the format of a graph file.
/// @throws InputError if the extension is unknown.
void requireGraphName(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  if (ending != ".txt" && ending != ".dot" && ending != ".svg")
    throw base::InputError(
        fmt::format("'{}': the graph is written as text, in the language of Graphviz or as a drawing: choose a file "
                    "name that ends in .txt, .dot or .svg.",
                    name));
}

/// Sets up the solver if only the set-up decides whether a run would reject it: the parts of a
/// solver determine which options are used, and the rows of constraints whether they can be
/// eliminated. Newton's method and eigenvalue solvers query their options later.
/// @throws InputError as in a run.
/// @note Collective.
void requireSetUp(const solver::SolverOptions& petsc, Setup& setup, base::Phases& phases) {
  if (!petsc.hasUncheckedOptions() && petsc.value("-saddle_form") != "primal") return;
  try {
    setup.solver->linearise(phases);
    // The error concerns a matrix that may not occur in a run.
  } catch (const base::NotConvergedError& error) {
    if (!error.isOnAllRanks()) throw;
  }
}

void check(const base::Communicator& comm, const CheckOptions& options) {
  base::Phases phases(comm);
  const std::string graph_file = options.graph.value_or("");
  if (!graph_file.empty()) requireGraphName(graph_file);
  const CaseFile file = CaseFile::read(comm, options.case_file, options.settings);
  const io::OutputFolders folders = requireOutputs(comm, {graph_file}, file.inputs());
  solver::SolverOptions petsc(options.petsc_words, options.allow_unused
                                                       ? solver::SolverOptions::UnusedOptions::accept
                                                       : solver::SolverOptions::UnusedOptions::rejectSolverOptions);
  Setup setup = build(comm, file, petsc, phases);
  setup.requireSupported();
  base::runCollectively(comm, [&] { setup.solver->requireSolvable(); });
  setup.analysis->requireValidStart(*setup.equations, *setup.solver, phases);
  const std::vector<std::string> outputs = outputsOf(comm, file, *setup.system);
  if (!options.allow_outside) requireConfined(comm, outputs, foldersOf(file, {}), placeOfOutput(file));
  requireNoInput(comm, outputs, file.inputs());
  requireEvaluable(*setup.equations, *setup.analysis);
  setup.equations->assemble(phases);
  requireSetUp(petsc, setup, phases);
  phases.report();
  if (options.graph && graph_file.empty()) base::log().info("{}", textOfGraph(*setup.system));
  if (!graph_file.empty()) writeGraph(*setup.system, graph_file);
  const solver::SolverParameters& chosen = setup.solver->parameters();
  if (!chosen.choice_reason.empty())
    base::log().info("solver: preset '{}' is chosen because {}", chosen.preset, chosen.choice_reason);
  base::log().info("{}: no errors found; {}", options.case_file, sizeOf(comm, setup));
}

void describeMesh(const base::Communicator& comm, const std::string& mesh, int parts) {
  std::string text;
  base::runOnRoot(comm, [&] { text = mesh::format(mesh::inspect(mesh::readRawMesh({mesh, {}}), parts)); });
  if (comm.isRoot()) std::fputs(base::printable(text).c_str(), stdout);
}

void partitionMesh(const base::Communicator& comm, const std::string& mesh, const std::string& output, int parts) {
  const int count = parts > 0 ? parts : 64;
  const io::OutputFolders folders = requireOutputs(comm, {output}, {mesh});
  base::runOnRoot(comm, [&] {
    const mesh::RawMesh raw = mesh::readRawMesh({mesh, {}});
    mesh::writePartitioned(raw, mesh::partition({&raw}, count).front(), count, output);
  });
  base::log().info("{}: {} partitioned into {} parts", output, mesh, count);
}

}  // namespace tenon::simulation

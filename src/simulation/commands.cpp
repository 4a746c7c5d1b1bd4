// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/text.hpp"
#include "io/convertDotToSvg.hpp"
#include "io/textFile.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/placement/plane.hpp"
#include "mesh/reading/MeshInfo.hpp"
#include "mesh/reading/partitioned.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/placement.hpp"
#include "simulation/report/requireEvaluable.hpp"
#include "simulation/results/Recording.hpp"
#include "simulation/results/mappingGraph.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/Simulation.hpp"

namespace tenon::simulation {
namespace {

std::string sizeOf(const base::Communicator& comm, const Setup& setup) {
  const long multipliers = comm.sum(static_cast<long>(setup.system->numMultipliers()));
  return fmt::format("{}, {} of them multipliers, on {}", base::formatCount(setup.system->numUnknowns(), "unknown"),
                     multipliers, base::formatCount(comm.size(), "rank"));
}

/// Writes the graph of mappings in the format given by the extension.
/// @throws InputError if the extension is unknown
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
  SimulationOptions reading;
  reading.petsc_words = options.petsc_words;
  reading.settings = options.settings;
  reading.allow_unused = options.allow_unused;
  reading.separate_options = false;
  Simulation simulation(comm, options.case_file, reading);
  simulation.requireSupported();
  base::log().info(simulation.describeSize());
  simulation.record({options.output, options.summary_file, options.tables, options.allow_outside, options.restart});
  simulation.endOnSignals();
  simulation.run();
  simulation.finishRecording();
}

/// Checks the format of a graph file.
/// @throws InputError if the extension is unknown
void requireGraphName(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  if (ending != ".txt" && ending != ".dot" && ending != ".svg")
    throw base::InputError(fmt::format(
        "'{}': the file name of the graph must end in .txt (text), .dot (input of Graphviz) or .svg (drawing).", name));
}

/// Sets up the solver if only the set-up decides whether a run would reject it: the parts of a
/// solver determine which options are used, and the rows of constraints whether they can be
/// eliminated. Newton's method and eigenvalue solvers query their options later.
/// @throws InputError under the same conditions as in a run
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
  check(comm, CaseFile::read(comm, options.case_file, options.settings), {}, options);
}

void check(const base::Communicator& comm, const CaseFile& file, const Additions& additions,
           const CheckOptions& options) {
  base::Phases phases(comm);
  const std::string graph_file = options.graph.value_or("");
  if (!graph_file.empty()) requireGraphName(graph_file);
  const io::OutputFolders folders = requireOutputs(comm, {graph_file}, file.inputs());
  solver::SolverOptions petsc(options.petsc_words, options.allow_unused
                                                       ? solver::SolverOptions::UnusedOptions::accept
                                                       : solver::SolverOptions::UnusedOptions::rejectSolverOptions);
  Setup setup = build(comm, file, petsc, phases, "", additions);
  setup.requireSupported();
  base::runCollectively(comm, [&] { setup.solver->requireSolvable(); });
  setup.analysis->requireValidStart(*setup.equations, *setup.solver, phases);
  const std::vector<std::string> outputs = outputsOf(comm, file, *setup.system);
  if (!options.allow_outside) requireConfined(comm, file, outputs);
  requireNoInput(comm, outputs, file.inputs());
  requireEvaluable(*setup.equations, *setup.analysis);
  setup.equations->tangent().assemble(phases);
  requireSetUp(petsc, setup, phases);
  phases.report();
  if (options.graph && graph_file.empty()) base::log().info("{}", textOfGraph(*setup.system));
  if (!graph_file.empty()) writeGraph(*setup.system, graph_file);
  const solver::SolverParameters& chosen = setup.solver->parameters();
  if (!chosen.choice_reason.empty())
    base::log().info("solver: preset '{}' is chosen because {}", chosen.preset, chosen.choice_reason);
  base::log().info("{}: no errors found; {}", file.path, sizeOf(comm, setup));
}

void describeMesh(const base::Communicator& comm, const std::string& mesh, int parts, const std::string& place) {
  std::string text;
  base::runOnRoot(comm, [&] {
    const mesh::Placement placement = parsePlacement(place);
    mesh::RawMesh raw = mesh::readRawMesh({mesh, {}});
    mesh::place(raw, placement);
    text = mesh::format(mesh::inspect(raw, parts));
  });
  if (comm.isRoot()) std::fputs(base::printable(text).c_str(), stdout);
}

void partitionMesh(const base::Communicator& comm, const std::string& mesh, const std::string& output, int parts) {
  const int count = parts > 0 ? parts : 64;
  const io::OutputFolders folders = requireOutputs(comm, {output}, {mesh});
  base::runOnRoot(comm, [&] {
    const mesh::RawMesh raw = mesh::readRawMesh({mesh, {}});
    mesh::writePartitioned(raw, mesh::partition({&raw}, count).front(), count, output);
  });
  base::log().info("{}: {} partitioned into {}", output, mesh, base::formatCount(count, "part"));
}

}  // namespace tenon::simulation

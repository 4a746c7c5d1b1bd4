// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "declareCommands.hpp"

#include <fmt/format.h>
#include <petscversion.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>

#include "base/processor/ProcessorLevel.hpp"
#include "base/text.hpp"
#include "simulation/catalogue.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::app {
namespace {

/// Returns true if a word of the sentence is the name of a file, or if the sentence is about the
/// command line.
bool hasLocation(const std::string& sentence) {
  constexpr const char* between_words = " \t\n\"'`,:;()";
  if (sentence.find("the command line") != std::string::npos) return true;
  for (std::size_t start = 0; start < sentence.size();) {
    const std::size_t end = std::min(sentence.find_first_of(between_words, start), sentence.size());
    std::string word = sentence.substr(start, end - start);
    while (!word.empty() && word.back() == '.') word.pop_back();
    std::error_code ignored;
    if (word.find('.') != std::string::npos && std::filesystem::is_regular_file(word, ignored)) return true;
    start = end + 1;
  }
  return false;
}

/// Runs a command on a case. The name of the case is added to the beginning of an InputError or
/// NotConvergedError without the name of a file, which occurs if the error is found in the complete
/// system or by a solver.
void runOnCase(const std::string& case_file, const std::function<void()>& command) {
  try {
    command();
  } catch (const base::Error& error) {
    const bool is_of_case = error.code() == base::ExitCode::input || error.code() == base::ExitCode::notConverged;
    const std::string sentence = error.what();
    if (!is_of_case || sentence.find(case_file) != std::string::npos || hasLocation(sentence)) throw;
    base::Error placed(error.code(), fmt::format("{}: {}", case_file, sentence));
    if (error.isOnAllRanks()) placed.markOnAllRanks();
    throw placed;
  }
}

/// Returns the derivations of `convert`, each applied to the result of the previous one.
/// @throws InputError if a name is unknown
std::vector<mesh::DerivationStep> stepsOf(const Arguments& a) {
  const base::Vec3 along = a.along.empty() ? base::Vec3::Zero() : base::Vec3(a.along.data());
  std::vector<mesh::DerivationStep> steps;
  for (const std::string& name : a.steps)
    steps.push_back({mesh::derivationNamed(name, a.tets_per_hex, along), steps.empty() ? a.derived_group : ""});
  return steps;
}

std::string versionText() {
  return fmt::format("tenon {}, {} ({} lanes), PETSc {}.{}.{}, {}-bit indices", TENON_VERSION,
                     base::nameOf(base::compiledLevel()), base::num_lanes, PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
                     PETSC_VERSION_SUBMINOR, 8 * sizeof(PetscInt));
}

/// Declares a command that reads a case, with its first options.
template <class Options>
CLI::App& addCaseCommand(CLI::App& app, const char* name, const char* help, Options& options) {
  CLI::App& command = *app.add_subcommand(name, help);
  command.add_option("case", options.case_file, "the case file (.yaml)")->required();
  command
      .add_option("--set", options.settings,
                  "replace the value of a parameter of the case, as in --set young=65000; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  return command;
}

void addLogLevel(CLI::App& command, Arguments& a) {
  command.add_option("--log-level", a.log_level, "trace, debug, info, warn, error or off");
}

template <class Options>
void addAllowUnused(CLI::App& command, Options& options) {
  command.add_flag("--allow-unused", options.allow_unused, "accept unused PETSc options");
}

template <class Options>
void addAllowOutside(CLI::App& command, Options& options) {
  command.add_flag("--allow-outside", options.allow_outside,
                   "allow the case to write outside its own folder, the working directory and the output folder");
}

/// Sets `work` as the function of a command.
void execute(CLI::App& command, Command& chosen, Command work) {
  command.callback([&chosen, work = std::move(work)] { chosen = work; });
}

/// Sets `work`, a function of the communicator and of `options`, as the function of a command that
/// reads a case.
template <class Options, class Work>
void executeOnCase(CLI::App& command, Command& chosen, const Options& options, Work work) {
  execute(command, chosen, [&options, work](const base::Communicator& comm) {
    runOnCase(options.case_file, [&] { work(comm, options); });
  });
}

void declareRun(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command = addCaseCommand(app, "run", "solve a case and write its results", a.run);
  command.add_option("-o,--output", a.run.output, "stem of the result files, to which .h5 and .xdmf are appended");
  command.add_option("--summary", a.run.summary_file,
                     "write a summary, including the load imbalance of the ranks, to this file (JSON)");
  command.add_option("--tables", a.run.tables,
                     "write tables as CSV into this folder: reactions, multipliers, energies, modes, histories, ...");
  command.add_flag("--restart", a.run.restart,
                   "continue from the checkpoint of an interrupted run, on any number of ranks");
  addLogLevel(command, a);
  addAllowUnused(command, a.run);
  addAllowOutside(command, a.run);
  executeOnCase(command, chosen, a.run, [](auto& comm, auto& options) { simulation::run(comm, options); });
}

void declareCheck(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command = addCaseCommand(app, "check", "check a case without solving it", a.checked);
  addLogLevel(command, a);
  auto* graph = command.add_option("--graph", a.graph,
                                   "write the graph of mappings to a file (.txt, .dot, .svg) or to standard output");
  graph->expected(0, 1);
  addAllowUnused(command, a.checked);
  addAllowOutside(command, a.checked);
  execute(command, chosen, [&a, graph](const base::Communicator& comm) {
    if (graph->count() > 0) a.checked.graph = a.graph;
    runOnCase(a.checked.case_file, [&] { simulation::check(comm, a.checked); });
  });
}

void declareList(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command = *app.add_subcommand("list", "list the kinds, the types of a kind, or the parameters of a type");
  command.add_option("name", a.name, "a kind (force, mass, condition, ...) or a type (tie, traction, ...)");
  command.add_flag("--markdown", a.markdown, "print all kinds and types as one page of Markdown");
  execute(command, chosen, [&a](const base::Communicator& comm) {
    std::string text;
    base::runCollectively(comm,
                          [&] { text = a.markdown ? simulation::cataloguePage() : simulation::catalogueText(a.name); });
    if (comm.isRoot()) std::fputs(base::printable(text).c_str(), stdout);
  });
}

/// Adds the options that select the quantities of an export and the state of the analysis.
void addExportedQuantities(CLI::App& command, simulation::ExportOptions& exported) {
  std::string what;
  for (const auto& item : simulation::exportQuantities()) what += fmt::format("\n{}: {}", item.name, item.help);
  command.add_option("--what", exported.what, "exported quantities; default: A,b; available:" + what)->delimiter(',');
  command.add_option("--step", exported.step, "exported state: 0 (default): before the first solve; n: after n steps");
  command
      .add_option_function<std::string>(
          "--every", [&exported](const std::string&) { exported.every_step = true; },
          "step: export after every step, into the folders step_0001, step_0002, ...")
      ->check(CLI::IsMember({"step"}));
  command
      .add_option_function<std::vector<double>>(
          "--factors",
          [&exported](const std::vector<double>& f) {
            exported.factors = system::Factors{f[0], f[1], f[2]};
          },
          "factors m,b,k in A = m M + b B + k K, also in matrices that contain A; default: those of the analysis "
          "(statics: 0,0,-1)")
      ->delimiter(',')
      ->expected(3);
}

/// Adds the options that select the constraint rows of an export.
void addExportedRows(CLI::App& command, simulation::ExportOptions& exported) {
  using system::RowKind;
  static const std::map<std::string, RowKind> kinds{{"all", RowKind::all},
                                                    {"active", RowKind::active},
                                                    {"bilateral", RowKind::bilateral},
                                                    {"unilateral", RowKind::unilateral}};
  auto* rows = command
                   .add_option("--rows", exported.rows,
                               "exported constraint rows: all (default); active: all except empty rows, rows of "
                               "inactive constraints and rows dropped by on_prescribed; bilateral: the active rows "
                               "that are equations; unilateral: the active rows with a bound and their friction rows")
                   ->transform(CLI::CheckedTransformer(kinds, CLI::ignore_case));
  command
      .add_flag_callback(
          "--active", [&exported] { exported.rows = RowKind::active; }, "the same as --rows active")
      ->excludes(rows);
}

/// Adds the options that select the matrices to which Dirichlet conditions are applied.
void addExportedConditions(CLI::App& command, simulation::ExportOptions& exported) {
  using Conditions = simulation::ExportOptions::Conditions;
  auto* projected = command.add_flag_callback(
      "--projected", [&exported] { exported.conditions = Conditions::applied; },
      "apply the Dirichlet conditions to all matrices; default: to A and b only");
  command
      .add_flag_callback(
          "--raw", [&exported] { exported.conditions = Conditions::ignored; },
          "do not apply the Dirichlet conditions, not even to A and b")
      ->excludes(projected);
}

void declareExport(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command =
      addCaseCommand(app, "export", "write matrices and vectors of a case for other programs", a.exported);
  addExportedQuantities(command, a.exported);
  command.add_option("--format", a.exported.format, "file format: petsc, mm (default), hdf5, chrono, chrono0 or csv");
  command.add_option("-o,--output", a.exported.folder, "output folder; default: matrices");
  command.add_option("--prefix", a.exported.prefix, "prefix of the file names, as in step7_Z.dat");
  addExportedRows(command, a.exported);
  command.add_option("--contributor", a.exported.contributor,
                     "export only the force, mass or constraint with this name");
  command.add_option("--image", a.exported.image, "write a plot of the sparsity pattern to this file (.png)");
  addExportedConditions(command, a.exported);
  addLogLevel(command, a);
  addAllowUnused(command, a.exported);
  command.add_flag("--allow-outside", a.exported.allow_outside,
                   "allow the folder 'matrices' to be a symbolic link to another location");
  executeOnCase(command, chosen, a.exported,
                [](auto& comm, auto& options) { simulation::exportMatrices(comm, options); });
}

void declareHomogenise(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command =
      addCaseCommand(app, "homogenise", "print the effective stiffness of a case with a periodic cell", a.homogenised);
  command.add_option("-o,--output", a.homogenised.output, "also write the effective stiffness to this file (JSON)");
  addLogLevel(command, a);
  addAllowUnused(command, a.homogenised);
  executeOnCase(command, chosen, a.homogenised,
                [](auto& comm, auto& options) { simulation::homogenise(comm, options); });
}

void declareSolveReport(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command =
      addCaseCommand(app, "solve-report", "solve a case with each suitable preset and compare the presets", a.reported);
  command.add_option("--presets", a.reported.presets, "use only these presets, separated by commas")->delimiter(',');
  command.add_option("--json", a.reported.json_file, "also write the table to this file (JSON)");
  addLogLevel(command, a);
  addAllowUnused(command, a.reported);
  executeOnCase(command, chosen, a.reported,
                [](auto& comm, auto& options) { simulation::reportSolvers(comm, options); });
}

void declareStudy(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command =
      addCaseCommand(app, "study", "solve a case for all combinations of the values of its parameters", a.studied);
  command
      .add_option("--vary", a.studied.variations,
                  "values of a parameter, as in young=60000,65000,70000, or a range start:end:count, as in "
                  "load=1:10:5; may be repeated")
      ->required()
      ->allow_extra_args(false)
      ->type_name("NAME=VALUES");
  command.add_option("--table", a.studied.table, "table of the results (.csv); an interrupted study is continued")
      ->required();
  command
      .add_option("--select", a.studied.selection,
                  "results that become columns of the table, with their names in the summary, as in "
                  "objects.block.largest_displacement or modes.0.frequency; default: the main results")
      ->allow_extra_args(false)
      ->delimiter(',');
  command.add_option("--ranks-per-run", a.studied.ranks_per_run, "number of ranks of each run; default: 1");
  command.add_option("-o,--output", a.studied.output, "folder of the result files of all runs; default: none");
  command.add_flag("--overwrite", a.studied.overwrite, "replace the table of another study");
  addLogLevel(command, a);
  addAllowUnused(command, a.studied);
  executeOnCase(command, chosen, a.studied, [](auto& comm, auto& options) { simulation::study(comm, options); });
}

void declareGradient(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command = addCaseCommand(
      app, "gradient", "print the objective of a case and its gradient with respect to parameters", a.differentiated);
  command
      .add_option("--parameters", a.differentiated.parameters,
                  "names of parameters, separated by commas; default: those that are defined by blocks, otherwise all "
                  "numbers")
      ->allow_extra_args(false)
      ->delimiter(',');
  command.add_flag("--check", a.differentiated.check,
                   "verify the gradient by a Taylor test, which needs five further runs");
  command
      .add_option("--memory", a.differentiated.memory,
                  "memory of each rank for the states of a transient analysis, in GB; further states are stored in a "
                  "temporary file")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--summary", a.differentiated.summary_file, "write the results to this file (JSON)");
  command.add_option("--fields", a.differentiated.fields_file,
                     "write the parameters with one value per cell, and their derivatives, to this file (HDF5)");
  addLogLevel(command, a);
  addAllowUnused(command, a.differentiated);
  executeOnCase(command, chosen, a.differentiated,
                [](auto& comm, auto& options) { simulation::computeGradient(comm, options); });
}

void declareOptimise(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command = addCaseCommand(
      app, "optimise", "minimise the objective of a case by varying its parameters, by adjoint gradients and TAO",
      a.optimised);
  command
      .add_option("--parameters", a.optimised.parameters,
                  "names of the varied parameters, separated by commas; default: those that are defined by blocks, "
                  "otherwise all numbers")
      ->allow_extra_args(false)
      ->delimiter(',');
  command.add_option("--table", a.optimised.table, "table of all evaluations (.csv), written after each of them");
  auto* resume = command.add_flag("--resume", a.optimised.resume,
                                  "continue an interrupted optimisation with the evaluations of its table");
  command.add_flag("--overwrite", a.optimised.overwrite, "replace an existing table")->excludes(resume);
  command.add_option("--summary", a.optimised.summary_file, "write the results to this file (JSON)");
  command.add_option("--fields", a.optimised.fields_file,
                     "write the best values of the parameters with one value per cell to this file (HDF5)");
  command.add_option("-o,--output", a.optimised.output,
                     "solve the case with the best parameters, and write its results: stem of the result files");
  addLogLevel(command, a);
  addAllowUnused(command, a.optimised);
  executeOnCase(command, chosen, a.optimised, [](auto& comm, auto& options) { simulation::optimise(comm, options); });
}

constexpr const char* place_help =
    "scale, rotate, move or mirror the mesh, in the syntax of the key `place` of a case: '{scale: 0.001}'";

void declareInfo(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command = *app.add_subcommand("info", "describe a mesh");
  command.add_option("mesh", a.mesh, "the mesh file (.msh)")->required();
  command
      .add_option(
          "--parts", a.parts,
          "also report the edge cut, the halo and the load balance of a METIS partition into this number of parts")
      ->check(CLI::Range(1, 1000000));
  command.add_option("--place", a.place, place_help);
  execute(command, chosen,
          [&a](const base::Communicator& comm) { simulation::describeMesh(comm, a.mesh, a.parts, a.place); });
}

void declareConvert(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command =
      *app.add_subcommand("convert", "convert a mesh of another program, including its sets, to Gmsh format");
  command.add_option("mesh", a.mesh, "Abaqus (.inp), VTK (.vtk, .vtu), MED (.med), Exodus (.e), ...")->required();
  command.add_option("output", a.converted, "the mesh for tenon (.msh)")->required();
  command
      .add_option("--to", a.steps,
                  "derived mesh: part, points, surface, faces, edges, linear, quadratic, complete-quadratic, tets, "
                  "prisms or triangles; several derivations, as in 'surface,triangles', are applied in this order")
      ->allow_extra_args(false)
      ->delimiter(',');
  command.add_option("--group", a.derived_group, "derive only from this group");
  command
      .add_option("--tets-per-hex", a.tets_per_hex,
                  "number of tetrahedra per hexahedron: 6, or 5 in alternating orientation")
      ->check(CLI::IsMember({5, 6}));
  command.add_option("--place", a.place, place_help);
  command.add_option("--along", a.along, "direction of the prism axes: x y z")->expected(3);
  execute(command, chosen, [&a](const base::Communicator& comm) {
    std::vector<mesh::DerivationStep> steps;
    base::runCollectively(comm, [&] { steps = stepsOf(a); });
    simulation::convertMesh(comm, a.mesh, a.converted, steps, a.place);
  });
}

void declarePartition(CLI::App& app, Arguments& a, Command& chosen) {
  CLI::App& command =
      *app.add_subcommand("partition", "partition a mesh once, into a file that all ranks read in parallel");
  command.add_option("mesh", a.mesh, "the mesh file (.msh)")->required();
  command.add_option("-o,--output", a.partitioned, "the partitioned mesh (.h5)")->required();
  command.add_option("--parts", a.parts, "number of parts; default: 64")->check(CLI::Range(1, 1000000));
  execute(command, chosen,
          [&a](const base::Communicator& comm) { simulation::partitionMesh(comm, a.mesh, a.partitioned, a.parts); });
}

}  // namespace

void declareCommands(CLI::App& app, Arguments& a, Command& chosen) {
  app.require_subcommand(1);
  app.set_version_flag("--version", [] { return versionText(); });
  app.footer(
      "Options with one dash and a name of several letters (-ksp_monitor, -log_view, ...) are passed to PETSc.\nExit "
      "codes: 0 success, 2 input error, 3 not converged, 4 file error, 5 internal error, 6 terminated by a signal.");
  for (const auto declare :
       {declareRun, declareCheck, declareList, declareExport, declareHomogenise, declareSolveReport, declareStudy,
        declareGradient, declareOptimise, declareInfo, declareConvert, declarePartition})
    declare(app, a, chosen);
}

}  // namespace tenon::app

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "optimise.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "Optimisation.hpp"
#include "base/text.hpp"
#include "io/textFile.hpp"
#include "simulation/gradient/CellFieldResults.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/results/Recording.hpp"
#include "simulation/results/jsonText.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/Simulation.hpp"
#include "tenon/simulation/reading/Additions.hpp"

namespace tenon::simulation {
namespace {

/// Returns "lower" or "upper" if a parameter has reached an end of its range, otherwise an empty
/// string.
std::string boundOf(const GradientParameter& parameter, double value) {
  return value == parameter.lower ? "lower" : value == parameter.upper ? "upper" : "";
}

/// Statistics of the best values of a field.
struct FieldStatistics {
  std::string name;
  CellStatistics values, derivatives;
};

/// @note Collective.
std::vector<FieldStatistics> fieldStatistics(const base::Communicator& comm, const OptimisationResult& result) {
  std::vector<FieldStatistics> all;
  for (const FieldOptimum& field : result.fields)
    all.push_back(
        {field.parameter.name, statisticsOf(comm, field.cells.values), statisticsOf(comm, field.derivatives)});
  return all;
}

std::string textOf(const OptimisationResult& result, const std::vector<FieldStatistics>& fields) {
  std::string lines;
  if (!result.parameters.empty())
    lines += fmt::format("\n{:<20} {:>16} {:>22} {:>15} {}\n", "parameter", "initial value", "best value", "derivative",
                         "bound");
  for (std::size_t p = 0; p < result.parameters.size(); ++p) {
    const GradientParameter& parameter = result.parameters[p];
    lines +=
        fmt::format("{:<20} {:>16.9g} {:>22.15g} {:>15.6e} {}\n", parameter.name, parameter.value,
                    result.best.parameters[p], result.best.gradient[p], boundOf(parameter, result.best.parameters[p]));
  }
  if (!fields.empty())
    lines += fmt::format("\n{:<20} {:>8} {:>16} {:>16} {:>22}\n", "field", "cells", "smallest value", "largest value",
                         "norm of derivative");
  for (const FieldStatistics& field : fields)
    lines += fmt::format("{:<20} {:>8} {:>16.9g} {:>16.9g} {:>22.6e}\n", field.name, field.values.count,
                         field.values.minimum, field.values.maximum, field.derivatives.norm);
  lines += fmt::format("\nobjective {:.9e}, initially {:.9e}\n", result.best.value, result.first.value);
  lines += fmt::format("{}, {}, {} of them failed\n{}: {}.\n",
                       base::formatCount(result.minimisation.iterations, "iteration"),
                       base::formatCount(result.num_evaluations, "evaluation"), result.num_failed,
                       result.minimisation.has_converged ? "converged" : "not converged", result.minimisation.reason);
  return lines;
}

nlohmann::ordered_json jsonOf(const OptimisationResult& result, const std::vector<FieldStatistics>& fields,
                              const OptimiseOptions& options, int num_ranks) {
  nlohmann::ordered_json json{{"case", options.case_file},
                              {"ranks", num_ranks},
                              {"converged", result.minimisation.has_converged},
                              {"reason", result.minimisation.reason},
                              {"value", result.best.value},
                              {"initial_value", result.first.value},
                              {"iterations", result.minimisation.iterations},
                              {"evaluations", result.num_evaluations},
                              {"recorded_evaluations", result.num_recorded},
                              {"failed_evaluations", result.num_failed}};
  json["parameters"] = nlohmann::json::array();
  for (std::size_t p = 0; p < result.parameters.size(); ++p) {
    const GradientParameter& parameter = result.parameters[p];
    const std::string bound = boundOf(parameter, result.best.parameters[p]);
    json["parameters"].push_back({{"name", parameter.name},
                                  {"value", result.best.parameters[p]},
                                  {"initial_value", parameter.value},
                                  {"derivative", result.best.gradient[p]},
                                  {"bound", bound.empty() ? nlohmann::json() : nlohmann::json(bound)}});
  }
  if (!fields.empty()) json["fields"] = nlohmann::json::array();
  for (const FieldStatistics& field : fields)
    json["fields"].push_back({{"name", field.name},
                              {"cells", field.values.count},
                              {"minimum", field.values.minimum},
                              {"maximum", field.values.maximum},
                              {"derivative_norm", field.derivatives.norm}});
  return json;
}

OptimisationOptions optimisationOptions(const OptimiseOptions& options, const CaseFile& file) {
  OptimisationOptions of_run;
  of_run.parameters = options.parameters;
  of_run.block = OptimiseBlock::read(file.root);
  of_run.table = {options.table, options.resume, options.overwrite};
  of_run.fields_file = options.fields_file;
  of_run.identifiers = options.settings;
  of_run.allow_unused = options.allow_unused;
  of_run.petsc_words = options.petsc_words;
  return of_run;
}

/// Solves the case with the best parameters and writes its results.
void writeBest(const base::Communicator& comm, const CaseFile& file, const OptimiseOptions& options) {
  SimulationOptions reading;
  reading.petsc_words = options.petsc_words;
  reading.allow_unused = options.allow_unused;
  reading.separate_options = false;
  Simulation simulation(comm, file, Additions{}, reading);
  RecordingOptions files;
  files.output = options.output;
  simulation.record(files);
  simulation.run();
  simulation.finishRecording();
}

/// Throws if no tolerance was reached.
void requireConverged(const OptimisationResult& result, const OptimiseOptions& options) {
  if (result.minimisation.has_converged) return;
  const bool can_resume = !options.table.empty() && result.fields.empty();
  const std::string advice = can_resume ? " Use the same command with --resume to continue it." : "";
  if (!result.signal.empty()) {
    base::Error ended(ended_by_signal, fmt::format("A signal ended the optimisation after {}.{}",
                                                   base::formatCount(result.num_evaluations, "evaluation"), advice));
    ended.markOnAllRanks();
    throw ended;
  }
  base::NotConvergedError error(fmt::format("The optimisation has not converged: {}.", result.minimisation.reason));
  error.markOnAllRanks();
  throw error;
}

}  // namespace

void optimise(const base::Communicator& comm, const OptimiseOptions& options) {
  const CaseFile file = CaseFile::read(comm, options.case_file, options.settings);
  const io::OutputFolders folders =
      requireOutputs(comm, {options.table, options.fields_file, options.summary_file}, file.inputs());
  OptimisationOptions of_run;
  base::runCollectively(comm, [&] {
    if (options.resume && options.table.empty())
      throw base::InputError("--resume needs the table of the optimisation: add --table FILE.");
    of_run = optimisationOptions(options, file);
  });
  OptimisationResult result;
  {
    Optimisation optimisation(comm, file, of_run);
    result = optimisation.run();
    if (result.best.number == 0) requireConverged(result, options);
    const std::vector<FieldStatistics> fields = fieldStatistics(comm, result);
    if (comm.isRoot()) std::fputs(base::printable(textOf(result, fields)).c_str(), stdout);
    if (!options.summary_file.empty())
      io::writeTextAtomically(comm, options.summary_file,
                              jsonText(jsonOf(result, fields, options, comm.size())) + "\n");
    if (!options.output.empty() && result.signal.empty()) writeBest(comm, optimisation.bestCase(result), options);
  }
  requireConverged(result, options);
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Optimisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/interface/interfaceNames.hpp"
#include "base/text.hpp"
#include "io/Checksum.hpp"
#include "simulation/QuietLog.hpp"
#include "simulation/gradient/CellFieldResults.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

/// Returns the text of a case without its block `optimise`, which does not affect the objective.
std::string withoutBlock(const std::string& text) {
  std::string kept;
  bool is_in_block = false;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
    const std::string line = text.substr(start, end - start);
    if (line.find_first_of(" \t#\r\n") != 0) is_in_block = line.compare(0, 9, "optimise:") == 0;
    if (!is_in_block) kept += line;
    start = end;
  }
  return kept;
}

/// Returns true if an error means that a point has no value. Other errors end the optimisation, as
/// do all errors that may concern some ranks only.
bool isOfPoint(const base::Error& error, const base::Communicator& comm) {
  const bool is_common = error.isOnAllRanks() || comm.size() == 1;
  return is_common && (error.code() == base::ExitCode::notConverged || error.code() == base::ExitCode::input);
}

}  // namespace

Optimisation::Optimisation(const base::Communicator& comm, CaseFile file, OptimisationOptions options)
    : comm_(comm),
      file_(std::move(file)),
      options_(std::move(options)),
      petsc_(options_.petsc_words, unusedOptionsOf(options_), comm) {
  std::vector<std::string> names;
  base::runCollectively(comm_, [&] {
    const bool has_objectives = !options_.additions.objectives.empty();
    for (const GradientParameter& parameter :
         readVariedParameters(file_, options_.parameters, options_.block, has_objectives)) {
      (parameter.is_field ? field_parameters_ : parameters_).push_back(parameter);
      if (parameter.is_field) continue;
      scaled_.emplace_back(parameter);
      names.push_back(parameter.name);
    }
    requireFields();
  });
  table_ = std::make_unique<EvaluationTable>(comm_, options_.table, names, fingerprint());
  num_recorded_ = static_cast<int>(table_->evaluations().size());
  if (num_recorded_ > 0)
    base::log().info("{}: {} are read", options_.table.path, base::formatCount(num_recorded_, "evaluation"));
}

void Optimisation::requireFields() const {
  simulation::requireFields(field_parameters_, options_.fields_file);
  if (!field_parameters_.empty() && options_.table.resume)
    throw base::InputError(
        fmt::format("{} is not available for parameters with one value per cell, such as '{}', which the table does "
                    "not contain: begin a new optimisation with the values of the file of {}.",
                    base::nameOfOption("--resume"), field_parameters_.front().name, base::nameOfOption("--fields")));
}

std::string Optimisation::fingerprint() const {
  std::string texts = withoutBlock(file_.text);
  for (const auto* words : {&options_.identifiers, &options_.petsc_words})
    for (const std::string& word : *words) texts += '\0' + word;
  io::Checksum checksum;
  checksum.add(0, texts);
  return fmt::format("{:016x}", checksum.value());
}

solver::MinimisationSettings Optimisation::settings() const {
  const OptimiseBlock& block = options_.block;
  return {block.method, block.iterations, block.gradient, block.objective, block.step};
}

solver::MinimisationProblem Optimisation::problem() {
  solver::MinimisationProblem problem;
  for (const ScaledParameter& parameter : scaled_) {
    if (!comm_.isRoot()) break;
    problem.start.push_back(0.0);
    problem.lower.push_back(parameter.lower());
    problem.upper.push_back(parameter.upper());
  }
  for (const FieldVariables& field : fields_) field.appendTo(problem);
  problem.evaluate = [this](const std::vector<double>& x) { return evaluate(x); };
  problem.on_iteration = [this](const solver::Iterate& iterate) { report(iterate); };
  return problem;
}

OptimisationResult Optimisation::run() {
  if (options_.end_on_signals) signal_.begin();
  OptimisationResult result;
  result.parameters = parameters_;
  try {
    prepareFields();
    solver::TaoMinimisation minimisation(comm_, problem(), settings());
    result.minimisation = minimisation.run();
  } catch (const End& end) {
    result.minimisation = {false, end.reason, iteration_};
    result.signal = end.signal;
  }
  petsc_.warnAboutUnused(comm_);
  const std::vector<Evaluation>& all = table_->evaluations();
  result.num_evaluations = static_cast<int>(all.size());
  result.num_recorded = num_recorded_;
  result.num_failed =
      static_cast<int>(std::count_if(all.begin(), all.end(), [](const Evaluation& e) { return !e.isValid(); }));
  result.first = all.front();
  if (const Evaluation* best = table_->best()) result.best = *best;
  result.fields = best_.fields;
  return result;
}

CaseFile Optimisation::bestCase(const OptimisationResult& result) const {
  return caseAt(result.best.parameters, best_.x);
}

// The variables of fields are known after a run with the initial values.
void Optimisation::prepareFields() {
  if (field_parameters_.empty()) return;
  std::vector<double> values;
  for (const GradientParameter& parameter : parameters_) values.push_back(parameter.value);
  const Evaluation& first = table_->append(runAt(values, {}));
  requireFewFailures(first);
  for (std::size_t f = 0; f < field_parameters_.size(); ++f)
    fields_.emplace_back(comm_, field_parameters_[f], last_run_->cells[parameters_.size() + f]);
  last_x_ = problem().start;
  keepBest(first, last_x_);
  endOnSignal();
}

/// Returns the variables of a field that this rank owns.
gsl::span<const double> Optimisation::variablesOf(std::size_t field, const std::vector<double>& x) const {
  std::size_t first = comm_.isRoot() ? scaled_.size() : 0;
  for (std::size_t f = 0; f < field; ++f) first += fields_[f].size();
  return gsl::span<const double>(x).subspan(first, fields_[field].size());
}

/// Returns the values of the numbers. @note Collective.
std::vector<double> Optimisation::numbersAt(const std::vector<double>& x) const {
  std::vector<double> values;
  for (std::size_t p = 0; p < scaled_.size(); ++p)
    values.push_back(comm_.sum(comm_.isRoot() ? scaled_[p].valueAt(x[p]) : 0.0));
  return values;
}

/// Returns the case with other values of the parameters. @note Collective.
CaseFile Optimisation::caseAt(const std::vector<double>& values, const std::vector<double>& x) const {
  CaseFile moved;
  base::runCollectively(comm_, [&] { moved = withParameters(file_, parameters_, values); });
  for (std::size_t f = 0; f < fields_.size(); ++f)
    moved = withField(moved, fields_[f].parameter().name, fields_[f].changeAt(variablesOf(f, x)));
  return moved;
}

/// Returns the numbers with other values, and the fields.
std::vector<GradientParameter> Optimisation::allParameters(const std::vector<double>& values) const {
  std::vector<GradientParameter> all = parameters_;
  for (std::size_t p = 0; p < all.size(); ++p) all[p].value = values[p];
  all.insert(all.end(), field_parameters_.begin(), field_parameters_.end());
  return all;
}

/// Returns the evaluation of a point; nullptr if it has not been evaluated. With fields only the
/// last point is known. @note Collective.
const Evaluation* Optimisation::known(const std::vector<double>& values, const std::vector<double>& x) const {
  if (field_parameters_.empty()) return table_->find(values);
  const bool is_last = last_run_ && comm_.min(x == last_x_ ? 1 : 0) == 1;
  return is_last ? &table_->evaluations().back() : nullptr;
}

/// Returns the value and the derivatives with respect to the variables of this rank.
/// @note Collective.
solver::FunctionValue Optimisation::functionOf(const Evaluation& evaluation, const std::vector<double>& x) const {
  solver::FunctionValue function{evaluation.value, {}};
  for (std::size_t p = 0; p < scaled_.size() && comm_.isRoot(); ++p)
    function.gradient.push_back(evaluation.gradient[p] * scaled_[p].slopeAt(evaluation.parameters[p]));
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const std::size_t p = parameters_.size() + f;
    const std::vector<double> of_field =
        fields_[f].gradient(variablesOf(f, x), last_run_->cells[p], last_run_->gradient.gradient[p]);
    function.gradient.insert(function.gradient.end(), of_field.begin(), of_field.end());
  }
  return function;
}

/// Keeps and writes the values of the fields if the last run is the best one. @note Collective.
void Optimisation::keepBest(const Evaluation& evaluation, const std::vector<double>& x) {
  if (fields_.empty() || table_->best() != &evaluation) return;
  best_ = {x, {}};
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const std::size_t p = parameters_.size() + f;
    best_.fields.push_back({field_parameters_[f], last_run_->cells[p], last_run_->gradient.gradient[p]});
  }
  if (!options_.fields_file.empty())
    writeCellFields(comm_, options_.fields_file, allParameters(evaluation.parameters), *last_run_);
}

std::optional<solver::FunctionValue> Optimisation::evaluate(const std::vector<double>& x) {
  const std::vector<double> values = numbersAt(x);
  const Evaluation* evaluation = known(values, x);
  const bool is_new = evaluation == nullptr;
  if (is_new) evaluation = &table_->append(runAt(values, x));
  if (is_new && evaluation->isValid()) keepBest(*evaluation, x);
  if (is_new) endOnSignal();
  requireFewFailures(*evaluation);
  if (!evaluation->isValid()) return std::nullopt;
  return functionOf(*evaluation, x);
}

Evaluation Optimisation::runAt(const std::vector<double>& values, const std::vector<double>& x) {
  Evaluation evaluation;
  evaluation.iteration = iteration_;
  evaluation.parameters = values;
  const bool is_first = table_->best() == nullptr;
  last_run_.reset();
  std::optional<QuietLog> quiet;  // the messages of the first run concern all runs
  if (!is_first && !base::log().isEnabled(base::LogLevel::debug)) quiet.emplace(comm_);
  try {
    const CaseFile moved = caseAt(values, x);
    solver::SolverOptions petsc(options_.petsc_words, unusedOptionsOf(options_), comm_);
    GradientRunResult run = runGradient(comm_, moved, allParameters(values), petsc,
                                        analysis::TrajectoryOptions().memory, options_.additions);
    evaluation.value = run.gradient.value;
    double sum = evaluation.value;
    for (const std::vector<double>& derivatives : run.gradient.gradient)
      sum += std::accumulate(derivatives.begin(), derivatives.end(), 0.0);
    for (std::size_t p = 0; p < parameters_.size(); ++p) evaluation.gradient.push_back(run.gradient.gradient[p][0]);
    const bool is_finite = std::isfinite(comm_.sum(sum));
    if (is_finite) last_run_ = std::move(run), last_x_ = x;
    if (is_finite) return evaluation;
    evaluation.code = base::ExitCode::notConverged;
    evaluation.message = "The objective or its gradient is infinite or NaN.";
  } catch (const base::Error& error) {
    if (!isOfPoint(error, comm_) || (is_first && error.code() == base::ExitCode::input)) throw;
    evaluation.code = error.code();
    evaluation.message = error.what();
  }
  return evaluation;
}

void Optimisation::endOnSignal() {
  const std::string signal = options_.end_on_signals ? signal_.received(comm_) : "";
  if (!signal.empty()) throw End{fmt::format("{} has ended the optimisation", signal), signal};
}

void Optimisation::requireFewFailures(const Evaluation& evaluation) {
  if (evaluation.isValid()) {
    num_successive_failures_ = 0;
    return;
  }
  if (table_->best() == nullptr) {
    base::NotConvergedError error(fmt::format(
        "The run with the initial values of the parameters has failed: choose other values. {}", evaluation.message));
    error.markOnAllRanks();
    throw error;
  }
  base::log().info("evaluation {} has failed, the step is reduced: {}", evaluation.number,
                   base::abbreviate(evaluation.message.substr(0, evaluation.message.find('\n')), 200));
  if (++num_successive_failures_ > options_.block.failures)
    throw End{fmt::format("{} in succession have failed (key `failures`)",
                          base::formatCount(num_successive_failures_, "run")),
              ""};
}

void Optimisation::report(const solver::Iterate& iterate) {
  iteration_ = iterate.iteration;
  const int evaluations = static_cast<int>(table_->evaluations().size());
  if (iterate.iteration == 0)
    base::log().info("{:>9} {:>11} {:>16} {:>12} {:>10}", "iteration", "evaluations", "objective", "gradient", "step");
  base::log().info("{:>9} {:>11} {:>16.9e} {:>12.4e} {:>10.3e}", iterate.iteration, evaluations, iterate.value,
                   iterate.gradient, iterate.step);
  if (options_.on_iteration)
    options_.on_iteration(
        {iterate.iteration, evaluations, iterate.value, iterate.gradient, iterate.step, table_->best()->parameters});
  iteration_ = iterate.iteration + 1;
}

}  // namespace tenon::simulation

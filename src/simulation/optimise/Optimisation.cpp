// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Optimisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "io/Checksum.hpp"
#include "simulation/QuietLog.hpp"
#include "simulation/gradient/GradientRun.hpp"
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
    parameters_ =
        readVariedParameters(file_, options_.parameters, options_.block, !options_.additions.objectives.empty());
    for (const GradientParameter& parameter : parameters_) {
      scaled_.emplace_back(parameter);
      names.push_back(parameter.name);
    }
  });
  table_ = std::make_unique<EvaluationTable>(comm_, options_.table, names, fingerprint());
  num_recorded_ = static_cast<int>(table_->evaluations().size());
  if (num_recorded_ > 0)
    base::log().info("{}: {} are read", options_.table.path, base::formatCount(num_recorded_, "evaluation"));
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
    problem.start.push_back(0.0);
    problem.lower.push_back(parameter.lower());
    problem.upper.push_back(parameter.upper());
  }
  problem.evaluate = [this](const std::vector<double>& x) { return evaluate(x); };
  problem.on_iteration = [this](const solver::Iterate& iterate) { report(iterate); };
  return problem;
}

OptimisationResult Optimisation::run() {
  if (options_.end_on_signals) signal_.begin();
  OptimisationResult result;
  result.parameters = parameters_;
  try {
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
  return result;
}

CaseFile Optimisation::bestCase(const OptimisationResult& result) const {
  CaseFile best;
  base::runCollectively(comm_, [&] { best = withParameters(file_, parameters_, result.best.parameters); });
  return best;
}

std::optional<solver::FunctionValue> Optimisation::evaluate(const std::vector<double>& x) {
  std::vector<double> values;
  for (std::size_t p = 0; p < scaled_.size(); ++p) values.push_back(scaled_[p].valueAt(x[p]));
  const Evaluation* evaluation = table_->find(values);
  const bool is_new = evaluation == nullptr;
  if (is_new) evaluation = &table_->append(runAt(values));
  const std::string signal = is_new && options_.end_on_signals ? signal_.received(comm_) : "";
  if (!signal.empty()) throw End{fmt::format("{} has ended the optimisation", signal), signal};
  requireFewFailures(*evaluation);
  if (!evaluation->isValid()) return std::nullopt;
  solver::FunctionValue function{evaluation->value, evaluation->gradient};
  for (std::size_t p = 0; p < scaled_.size(); ++p) function.gradient[p] *= scaled_[p].slopeAt(values[p]);
  return function;
}

Evaluation Optimisation::runAt(const std::vector<double>& values) const {
  Evaluation evaluation;
  evaluation.iteration = iteration_;
  evaluation.parameters = values;
  const bool is_first = table_->best() == nullptr;
  std::optional<QuietLog> quiet;  // the messages of the first run concern all runs
  if (!is_first && !base::log().isEnabled(base::LogLevel::debug)) quiet.emplace(comm_);
  try {
    CaseFile moved;
    base::runCollectively(comm_, [&] { moved = withParameters(file_, parameters_, values); });
    solver::SolverOptions petsc(options_.petsc_words, unusedOptionsOf(options_), comm_);
    std::vector<GradientParameter> here = parameters_;
    for (std::size_t p = 0; p < here.size(); ++p) here[p].value = values[p];
    const GradientRunResult run =
        runGradient(comm_, moved, here, petsc, analysis::TrajectoryOptions().memory, options_.additions);
    evaluation.value = run.gradient.value;
    for (const std::vector<double>& derivatives : run.gradient.gradient) evaluation.gradient.push_back(derivatives[0]);
    const bool is_finite =
        std::isfinite(evaluation.value) && std::all_of(evaluation.gradient.begin(), evaluation.gradient.end(),
                                                       [](double derivative) { return std::isfinite(derivative); });
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "CellFieldResults.hpp"
#include "TaylorDirection.hpp"
#include "analysis/adjoint/TaylorTest.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/text.hpp"
#include "io/textFile.hpp"
#include "simulation/QuietLog.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "simulation/results/jsonText.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

/// Gradient of one case, with its Taylor test.
class Gradient {
 public:
  Gradient(const base::Communicator& comm, const GradientOptions& options)
      : comm_(comm), options_(options), file_(CaseFile::read(comm, options.case_file, options.settings)) {}

  void run() {
    folders_.emplace(requireOutputs(comm_, {options_.summary_file, options_.fields_file}, file_.inputs()));
    base::runCollectively(comm_, [&] {
      parameters_ = readGradientParameters(file_, options_.parameters);
      requireFields(parameters_, options_.fields_file);
    });
    solver::SolverOptions petsc(options_.petsc_words, unusedOptionsOf(options_));
    result_ = runGradient(comm_, file_, parameters_, petsc, 1e9 * options_.memory);
    warnAboutChanges();
    if (options_.check) check();
    computeStatistics();
    if (!options_.fields_file.empty()) writeCellFields(comm_, options_.fields_file, parameters_, result_);
    if (comm_.isRoot()) std::fputs(base::printable(text()).c_str(), stdout);
    if (!options_.summary_file.empty()) io::writeTextAtomically(comm_, options_.summary_file, jsonText(json()) + "\n");
    petsc.warnAboutUnused(comm_);
    base::runCollectively(comm_, [&] { requirePassed(); });
  }

 private:
  /// Statistics of a field.
  struct FieldStatistics {
    CellStatistics values, derivatives, scaled;
  };

  void computeStatistics() {
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      const std::vector<double>& derivatives = result_.gradient.gradient[p];
      statistics_.emplace_back();
      if (!parameters_[p].is_field) continue;
      statistics_.back() = {statisticsOf(comm_, result_.cells[p].values), statisticsOf(comm_, derivatives),
                            statisticsOf(comm_, scaledDerivatives(parameters_[p], result_.cells[p], derivatives))};
    }
  }

  void warnAboutChanges() const {
    const analysis::NearChanges& changes = result_.gradient.near_changes;
    if (changes.near > 0)
      base::log().warn(
          "{} of {} rows with bounds are about to open or to close: at such rows only one-sided derivatives exist.",
          changes.near, changes.rows);
  }

  /// Returns the derivative of the objective along the scaled direction of a parameter.
  double scaledDerivative(std::size_t p) const {
    return result_.gradient.gradient[p][0] * parameters_[p].slope(parameters_[p].value);
  }

  /// Chooses the direction of the Taylor test and compares the gradient with further runs.
  void check() {
    constexpr double first_step = 1e-2, round_off = 1e-11;
    constexpr int halvings = 4;
    direction_.emplace(parameters_, first_step);
    const double slope = direction_->slope(comm_, result_);
    taylor_ = analysis::runTaylorTest(
        result_.gradient.value, slope, [&](double h) { return valueAt(h); }, first_step, halvings, round_off);
  }

  /// Returns the objective at the parameters moved by h along the direction.
  double valueAt(double h) const {
    CaseFile moved;
    base::runCollectively(comm_, [&] { moved = direction_->moved(file_, h); });
    solver::SolverOptions petsc(options_.petsc_words, unusedOptionsOf(options_));
    double value = 0.0;
    {
      const QuietLog quiet(comm_);
      value = runGradient(comm_, moved, {}, petsc).gradient.value;
    }
    base::log().info("Taylor test, h = {:.3g}: objective {:.14e}", h, value);
    return value;
  }

  std::string text() const {
    const analysis::GradientResult& gradient = result_.gradient;
    std::string lines = fmt::format("{:<44} {:>22}\n", "objective", "value");
    for (std::size_t o = 0; o < gradient.terms.size(); ++o)
      lines += fmt::format("{:<44} {:>22.14e}\n", result_.objectives[o], gradient.terms[o]);
    if (gradient.terms.size() > 1) lines += fmt::format("{:<44} {:>22.14e}\n", "sum", gradient.value);
    lines += numbersText() + fieldsText();
    lines += fmt::format("\nforward {:.3g} s ({}), adjoint {:.3g} s ({}), products {:.3g} s\n", result_.forward_seconds,
                         base::formatCount(result_.statistics.solves, "linear solve"), gradient.adjoint_seconds,
                         base::formatCount(gradient.num_adjoints, "linear solve"), gradient.product_seconds);
    return taylor_ ? lines + taylorText() : lines;
  }

  std::string numbersText() const {
    std::string lines;
    for (std::size_t p = 0; p < parameters_.size(); ++p)
      if (!parameters_[p].is_field)
        lines += fmt::format("{:<20} {:>16.9g} {:>22.14e} {:>22.14e}\n", parameters_[p].name, parameters_[p].value,
                             result_.gradient.gradient[p][0], scaledDerivative(p));
    if (lines.empty()) return lines;
    return fmt::format("\n{:<20} {:>16} {:>22} {:>22}\n", "parameter", "value", "derivative", "scaled derivative") +
           lines;
  }

  std::string fieldsText() const {
    std::string lines;
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      if (!parameters_[p].is_field) continue;
      const auto row = [](const char* what, const CellStatistics& of) {
        return fmt::format("  {:<18} {:>16.9e} {:>16.9e} {:>16.9e} {:>16.9e}\n", what, of.minimum, of.maximum, of.norm,
                           of.sum);
      };
      const std::string name =
          fmt::format("{} ({})", parameters_[p].name, base::formatCount(statistics_[p].values.count, "cell"));
      lines += fmt::format("\n{:<20} {:>16} {:>16} {:>16} {:>16}\n", name, "minimum", "maximum", "norm", "sum");
      lines += row("value", statistics_[p].values) + row("derivative", statistics_[p].derivatives) +
               row("scaled derivative", statistics_[p].scaled);
    }
    return lines;
  }

  std::string taylorText() const {
    std::string lines = fmt::format("\n{:<12} {:>20} {:>7} {:>20} {:>7}\n", "Taylor test", "|J(p+hd)-J(p)|", "order",
                                    "less h dJ.d", "order");
    const auto order = [](const std::vector<double>& orders, std::size_t k) {
      return k == 0 || !std::isfinite(orders[k - 1]) ? std::string() : fmt::format("{:.3f}", orders[k - 1]);
    };
    for (std::size_t k = 0; k < taylor_->steps.size(); ++k)
      lines += fmt::format("h = {:<8.3g} {:>20.6e} {:>7} {:>20.6e} {:>7}{}\n", taylor_->steps[k], taylor_->without[k],
                           order(taylor_->orders_without, k), taylor_->with[k], order(taylor_->orders_with, k),
                           taylor_->is_round_off[k] != 0 ? "  round-off" : "");
    return lines;
  }

  nlohmann::ordered_json parameterJson(std::size_t p) const {
    const GradientParameter& parameter = parameters_[p];
    const char* const scale = parameter.is_logarithmic ? "log" : "linear";
    if (!parameter.is_field)
      return {{"name", parameter.name},
              {"value", parameter.value},
              {"derivative", result_.gradient.gradient[p][0]},
              {"scaled_derivative", scaledDerivative(p)},
              {"scale", scale}};
    const auto jsonOf = [](const CellStatistics& of) {
      return nlohmann::ordered_json{
          {"minimum", of.minimum}, {"maximum", of.maximum}, {"norm", of.norm}, {"sum", of.sum}};
    };
    return {{"name", parameter.name},
            {"cells", statistics_[p].values.count},
            {"value", jsonOf(statistics_[p].values)},
            {"derivative", jsonOf(statistics_[p].derivatives)},
            {"scaled_derivative", jsonOf(statistics_[p].scaled)},
            {"scale", scale}};
  }

  nlohmann::ordered_json json() const {
    const analysis::GradientResult& gradient = result_.gradient;
    nlohmann::ordered_json json{
        {"case", options_.case_file}, {"ranks", comm_.size()}, {"value", gradient.value}, {"steps", result_.num_steps}};
    json["objectives"] = nlohmann::json::array(), json["parameters"] = nlohmann::json::array();
    for (std::size_t o = 0; o < gradient.terms.size(); ++o)
      json["objectives"].push_back({{"name", result_.objectives[o]}, {"value", gradient.terms[o]}});
    for (std::size_t p = 0; p < parameters_.size(); ++p) json["parameters"].push_back(parameterJson(p));
    json["near_changes"] = gradient.near_changes.near;
    json["forward_seconds"] = result_.forward_seconds;
    json["forward_solves"] = result_.statistics.solves;
    json["adjoint_seconds"] = gradient.adjoint_seconds;
    json["adjoint_solves"] = gradient.num_adjoints;
    json["product_seconds"] = gradient.product_seconds;
    if (!taylor_) return json;
    const auto finite = [](double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(); };
    json["taylor_test"] = {{"steps", taylor_->steps},
                           {"remainders_without_gradient", taylor_->without},
                           {"remainders_with_gradient", taylor_->with},
                           {"order", finite(taylor_->order)},
                           {"passed", taylor_->isPassed()}};
    return json;
  }

  /// @throws NotConvergedError if the Taylor test has failed
  void requirePassed() const {
    if (!taylor_ || taylor_->isPassed()) return;
    throw base::NotConvergedError(fmt::format(
        "The gradient does not pass the Taylor test: the order of the remainder is {:.2f} instead of 2. Reduce the "
        "tolerances of the solvers (`analysis.tolerance`, -ksp_rtol, or the preset `direct`), and check whether "
        "contacts open or close between the runs.",
        taylor_->order));
  }

  base::Communicator comm_;
  GradientOptions options_;
  CaseFile file_;
  std::optional<io::OutputFolders> folders_;
  std::vector<GradientParameter> parameters_;
  GradientRunResult result_;
  std::vector<FieldStatistics> statistics_;   // [parameters], zero for numbers
  std::optional<TaylorDirection> direction_;  // direction of the Taylor test
  std::optional<analysis::TaylorTest> taylor_;
};

}  // namespace

void computeGradient(const base::Communicator& comm, const GradientOptions& options) {
  Gradient(comm, options).run();
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "EvaluationTable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "simulation/study/StudyTable.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

const std::vector<base::ExitCode> codes{base::ExitCode::ok, base::ExitCode::input, base::ExitCode::notConverged};

std::string csvLine(std::vector<std::string> fields) {
  for (std::string& field : fields) field = csvField(field);
  return fmt::format("{}\n", fmt::join(fields, ","));
}

bool areEqual(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double round_off = 1e-13;
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
    return std::abs(x - y) <= round_off * std::max(std::abs(x), std::abs(y));
  });
}

}  // namespace

EvaluationTable::EvaluationTable(const base::Communicator& comm, const EvaluationTableOptions& options,
                                 std::vector<std::string> names, std::string fingerprint)
    : comm_(comm), path_(options.path), names_(std::move(names)), fingerprint_(std::move(fingerprint)) {
  if (path_.empty()) return;
  base::runOnRoot(comm_, [&] {
    file_ = io::AppendedFile(path_, "optimisation", options.overwrite);
    if (!options.resume && !file_.text().empty() && file_.text() != csvLine(columns()))
      throw base::InputError(
          fmt::format("'{}' already exists: use {} to continue the optimisation in this file, or {} to replace it.",
                      path_, base::nameOfOption("--resume"), base::nameOfOption("--overwrite")));
  });
  const std::string text = comm_.broadcast(file_.text());
  base::runCollectively(comm_, [&] { read(text); });
  base::runOnRoot(comm_, [&] {
    file_.keepCompleteLines();
    if (file_.text().empty()) file_.append(csvLine(columns()));
  });
}

std::vector<std::string> EvaluationTable::columns() const {
  std::vector<std::string> columns{"evaluation", "iteration"};
  columns.insert(columns.end(), names_.begin(), names_.end());
  columns.insert(columns.end(), {"status", "message", "objective"});
  for (const std::string& name : names_) columns.push_back("dJ/d" + name);
  columns.emplace_back("optimisation");
  return columns;
}

std::string EvaluationTable::lineOf(const Evaluation& evaluation) const {
  std::vector<std::string> fields{fmt::format("{}", evaluation.number), fmt::format("{}", evaluation.iteration)};
  for (const double value : evaluation.parameters) fields.push_back(fmt::format("{}", value));
  fields.insert(fields.end(), {statusName(evaluation.code), base::abbreviate(evaluation.message, 1000)});
  fields.push_back(evaluation.isValid() ? fmt::format("{}", evaluation.value) : "");
  for (std::size_t p = 0; p < names_.size(); ++p)
    fields.push_back(evaluation.isValid() ? fmt::format("{}", evaluation.gradient[p]) : "");
  fields.push_back(fingerprint_);
  return csvLine(std::move(fields));
}

void EvaluationTable::read(const std::string& text) {
  int number = 0;
  for (std::size_t start = 0, end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    const std::string line = text.substr(start, end + 1 - start);
    if (++number > 1)
      evaluations_.push_back(parsed(line, number));
    else if (line != csvLine(columns()))
      fail(fmt::format("its columns are {}", base::quote(line.substr(0, line.size() - 1))));
  }
}

Evaluation EvaluationTable::parsed(const std::string& line, int number) const {
  const std::vector<std::string> fields = base::splitCsvLine(std::string_view(line).substr(0, line.find('\n')));
  if (fields.size() != columns().size()) fail(fmt::format("line {} has {} fields", number, fields.size()));
  const auto numberAt = [&](std::size_t field) {
    const std::optional<double> value = base::parseNumber(fields[field]);
    if (!value) fail(fmt::format("line {} contains {} instead of a number", number, base::quote(fields[field])));
    return *value;
  };
  const std::size_t count = names_.size(), status = 2 + count;
  Evaluation evaluation;
  if (fields[0] != std::to_string(number - 1)) fail(fmt::format("line {} is not evaluation {}", number, number - 1));
  if (fields.back() != fingerprint_)
    fail(fmt::format("the table was created with another case, other values of {} or other PETSc options",
                     base::nameOfOption("--set")));
  evaluation.number = number - 1;
  evaluation.iteration = static_cast<int>(std::clamp(numberAt(1), 0.0, 1e9));
  for (std::size_t p = 0; p < count; ++p) evaluation.parameters.push_back(numberAt(2 + p));
  const auto code = std::find_if(codes.begin(), codes.end(),
                                 [&](base::ExitCode candidate) { return statusName(candidate) == fields[status]; });
  if (code == codes.end()) fail(fmt::format("line {} contains the status {}", number, base::quote(fields[status])));
  evaluation.code = *code;
  evaluation.message = fields[status + 1];
  if (!evaluation.isValid()) return evaluation;
  evaluation.value = numberAt(status + 2);
  for (std::size_t p = 0; p < count; ++p) evaluation.gradient.push_back(numberAt(status + 3 + p));
  return evaluation;
}

void EvaluationTable::fail(const std::string& sentence) const {
  throw base::InputError(
      fmt::format("'{}' contains another optimisation: {}. Choose another file, or use {} to replace "
                  "this one.",
                  path_, sentence, base::nameOfOption("--overwrite")));
}

const Evaluation* EvaluationTable::find(const std::vector<double>& parameters) const {
  for (const Evaluation& evaluation : evaluations_)
    if (areEqual(evaluation.parameters, parameters)) return &evaluation;
  return nullptr;
}

const Evaluation* EvaluationTable::best() const {
  const Evaluation* best = nullptr;
  for (const Evaluation& evaluation : evaluations_)
    if (evaluation.isValid() && (best == nullptr || evaluation.value < best->value)) best = &evaluation;
  return best;
}

const Evaluation& EvaluationTable::append(Evaluation evaluation) {
  evaluation.number = static_cast<int>(evaluations_.size()) + 1;
  if (!path_.empty()) base::runOnRoot(comm_, [&] { file_.append(lineOf(evaluation)); });
  evaluations_.push_back(std::move(evaluation));
  return evaluations_.back();
}

}  // namespace tenon::simulation

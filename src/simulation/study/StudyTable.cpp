// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StudyTable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/csv.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "io/PartialFile.hpp"
#include "io/textFile.hpp"

namespace tenon::simulation {
namespace {

std::string joinFields(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

/// Returns the fields of a line of the table, which ends with a line break.
std::vector<std::string> fieldsOf(const std::string& line) {
  return base::splitCsvLine(std::string_view(line).substr(0, line.find('\n')));
}

}  // namespace

std::string csvField(const std::string& text) {
  std::string line = base::printable(text);
  for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at)) line.replace(at, 1, "; ");
  const bool is_plain =
      line.find_first_of(",\"#") == std::string::npos && (line.empty() || (line.front() != ' ' && line.back() != ' '));
  if (is_plain) return line;
  std::string quoted = "\"";
  for (const char c : line) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string statusName(base::ExitCode code) {
  switch (code) {
    case base::ExitCode::ok:
      return "ok";
    case base::ExitCode::input:
      return "input error";
    case base::ExitCode::notConverged:
      return "not converged";
    case base::ExitCode::files:
      return "file error";
    default:
      return "internal error";
  }
}

StudyTable::StudyTable(std::string path, StudyDefinition definition, bool overwrite)
    : path_(std::move(path)), definition_(std::move(definition)) {
  std::vector<std::string> fields = columns();
  for (std::string& field : fields) field = csvField(field);
  header_ = joinFields(fields);
  if (!path_.empty()) open(overwrite);
}

std::vector<std::string> StudyTable::columns() const {
  std::vector<std::string> names{"run"};
  for (const VariedParameter& parameter : definition_.plan.parameters()) names.push_back(parameter.name);
  names.insert(names.end(), {"status", "message"});
  names.insert(names.end(), definition_.names.begin(), definition_.names.end());
  names.emplace_back("study");
  return names;
}

void StudyTable::open(bool overwrite) {
  file_ = io::AppendedFile(path_, "study", overwrite);
  read(file_.text());
  file_.keepCompleteLines();
  if (file_.text().empty()) file_.append(header_);
}

void StudyTable::read(const std::string& text) {
  if (text.empty()) return;
  int number = 0;
  for (std::size_t start = 0; start < text.size(); ++number) {
    const std::size_t end = text.find('\n', start);
    const std::string line = text.substr(start, end + 1 - start);
    if (number > 0)
      addRow(line, number + 1);
    else if (line != header_)
      fail(fmt::format("the columns of the table are {}, but those of this study are {}",
                       base::quote(line.substr(0, line.size() - 1)),
                       base::quote(header_.substr(0, header_.size() - 1))));
    start = end + 1;
  }
}

void StudyTable::addRow(const std::string& line, int number) {
  const std::vector<std::string> fields = fieldsOf(line);
  int run = 0;
  if (fields.size() != columns().size())
    fail(fmt::format("the number of fields in line {} is {}, which is not the number of columns", number,
                     fields.size()));
  std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), run);
  if (run < 1 || run > definition_.plan.numRuns()) fail(fmt::format("line {} belongs to no run of this study", number));
  const std::vector<std::string> values = definition_.plan.valuesOf(run);
  if (!std::equal(values.begin(), values.end(), fields.begin() + 1))
    fail(fmt::format("run {} has other parameter values in the table than in this study", run));
  if (fields.back() != definition_.fingerprint)
    fail(fmt::format("the table was created with another case, other values of {} or other PETSc options",
                     base::nameOfOption("--set")));
  if (finished_.insert(run).second) rows_.push_back({run, line});
}

void StudyTable::fail(const std::string& sentence) const {
  throw base::InputError(
      fmt::format("'{}' contains another study: {}. Choose another file, or use {} to replace this one.", path_,
                  sentence, base::nameOfOption("--overwrite")));
}

int StudyTable::numFailed() const {
  const std::string ok = statusName(base::ExitCode::ok);
  const std::size_t status = 1 + definition_.plan.parameters().size();
  return static_cast<int>(
      std::count_if(rows_.begin(), rows_.end(), [&](const Row& row) { return fieldsOf(row.line)[status] != ok; }));
}

std::string StudyTable::lineOf(const RunOutcome& outcome, const StudyDefinition& definition) {
  std::vector<std::string> fields{fmt::format("{}", outcome.run)};
  for (const std::string& value : definition.plan.valuesOf(outcome.run)) fields.push_back(value);
  fields.push_back(statusName(outcome.code));
  fields.push_back(csvField(base::abbreviate(outcome.message, 1000)));
  for (std::size_t i = 0; i < definition.names.size(); ++i)
    fields.push_back(i < outcome.results.size() ? outcome.results[i] : "");
  fields.push_back(definition.fingerprint);
  return joinFields(fields);
}

void StudyTable::append(int run, const std::string& line) {
  if (!path_.empty()) file_.append(line);
  finished_.insert(run);
  rows_.push_back({run, line});
}

void StudyTable::finish() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.run < b.run; });
  if (path_.empty()) return;
  std::string text = header_;
  for (const Row& row : rows_) text += row.line;
  io::PartialFile sorted = io::prepareTextFile({path_, text});
  io::publish({&sorted});
}

std::vector<std::vector<std::string>> StudyTable::rows() const {
  std::vector<std::vector<std::string>> all;
  for (const Row& row : rows_) all.push_back(fieldsOf(row.line));
  return all;
}

}  // namespace tenon::simulation

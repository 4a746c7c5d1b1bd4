// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Linear equations in case files and in CSV files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "MultiPoint.hpp"
#include "base/csv.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::constraint {
namespace {

using base::CaseNode;
using base::InputError;

const std::vector<std::string> columns{"equation", "object", "node", "component", "coefficient", "value"};

/// Returns 0, 1 or 2; -1 if `name` is not a component.
int componentOf(const std::string& name) {
  const std::size_t at = name.size() == 1 ? std::string("xyz").find(name) : std::string::npos;
  return at == std::string::npos ? -1 : static_cast<int>(at);
}

bool isNodeNumber(double value) {
  constexpr double most = 1e15;  // integers are exact in a double up to this value
  return value == std::floor(value) && std::abs(value) <= most;
}

EquationTerm readTerm(const CaseNode& node) {
  node.requireKnownKeys({"object", "node", "group", "component", "coefficient"});
  EquationTerm term;
  term.where = node.location();
  term.object = node["object"].text();
  if (node.has("node") == node.has("group")) node.fail("a term must specify either a `node` or a `group` of one node.");
  if (node.has("group")) term.group = node["group"].text();
  if (node.has("node")) {
    const double number = node["node"].number();
    if (!isNodeNumber(number)) node["node"].fail("the value must be the number of a node.");
    term.node = static_cast<std::int64_t>(number);
  }
  term.component = componentOf(node["component"].text());
  if (term.component < 0) node["component"].fail("a component must be x, y or z.");
  if (node.has("coefficient")) term.coefficient = node["coefficient"].number();
  return term;
}

/// Reader of the lines of a CSV file.
class EquationReader {
 public:
  explicit EquationReader(std::string file) : file_(std::move(file)) {}

  void read(std::string_view line) {
    ++line_;
    const std::vector<std::string> fields = base::splitCsvLine(line);
    if (fields.empty()) return;
    if (!has_header_) return readHeader(fields);
    if (fields.size() < columns.size() - 1 || fields.size() > columns.size())
      fail(fmt::format("the number of fields in this line is {}, but must be {}, or {} with a value.", fields.size(),
                       columns.size() - 1, columns.size()));
    readTerm(fields);
  }

  std::vector<Equation> take() {
    if (!has_header_) fail("the file is empty, but its first line must name the columns.");
    return std::move(equations_);
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const {
    throw InputError(fmt::format("{}:{}: {}", file_, line_, sentence));
  }

  void readHeader(const std::vector<std::string>& fields) {
    if (fields.size() < columns.size() - 1 || fields.size() > columns.size() ||
        !std::equal(fields.begin(), fields.end(), columns.begin()))
      fail(fmt::format("the first line must name the columns {}.", fmt::join(columns, ",")));
    has_header_ = true;
  }

  double number(const std::string& field, const char* column) const {
    const auto value = base::parseNumber(field);
    if (!value) fail(fmt::format("the {} must be a number, but is '{}'.", column, field));
    return *value;
  }

  void readTerm(const std::vector<std::string>& fields) {
    const auto [at, is_new] = numbers_.insert({fields[0], equations_.size()});
    if (is_new) equations_.emplace_back(), has_value_.push_back(false);
    Equation& equation = equations_[at->second];
    EquationTerm term;
    term.where = fmt::format("{}:{}", file_, line_);
    term.object = fields[1];
    const auto tag = base::parseNumber(fields[2]);
    if (fields[2].empty() || (tag && !isNodeNumber(*tag)))
      fail(fmt::format("the node must be a number or the name of a group, but is '{}'.", fields[2]));
    if (tag)
      term.node = static_cast<std::int64_t>(*tag);
    else
      term.group = fields[2];
    term.component = componentOf(fields[3]);
    if (term.component < 0) fail(fmt::format("the component must be x, y or z, but is '{}'.", fields[3]));
    term.coefficient = number(fields[4], "coefficient");
    equation.terms.push_back(term);
    if (fields.size() < columns.size() || fields[5].empty()) return;
    if (has_value_[at->second])
      fail(fmt::format("equation '{}' has more than one value, but only one is allowed.", fields[0]));
    equation.value = number(fields[5], "value");
    has_value_[at->second] = true;
  }

  std::string file_;
  int line_ = 0;
  bool has_header_ = false;
  std::map<std::string, std::size_t> numbers_;  // [label]
  std::vector<bool> has_value_;
  std::vector<Equation> equations_;
};

}  // namespace

void readValue(const CaseNode& node, std::vector<Equation>& equations) {
  equations.clear();
  for (const CaseNode& item : node.items()) {
    item.requireKnownKeys({"terms", "value"});
    Equation& equation = equations.emplace_back();
    for (const CaseNode& term : item["terms"].items()) equation.terms.push_back(readTerm(term));
    if (equation.terms.empty()) item.fail("an equation needs at least one term.");
    if (item.has("value")) equation.value = item["value"].number();
  }
}

std::string printValue(const std::vector<Equation>& equations) {
  return equations.empty() ? "(none)" : fmt::format("{} equations", equations.size());
}

std::vector<Equation> equationsOf(const std::string& text, const std::string& file) {
  EquationReader reader(file);
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) reader.read(line);
  return reader.take();
}

}  // namespace tenon::constraint

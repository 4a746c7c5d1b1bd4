// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ParameterValues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formula.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/suggest.hpp"
#include "text.hpp"

namespace tenon::base {
std::vector<ParameterSetting> parseSettings(const std::vector<std::string>& words, const std::string& where) {
  std::vector<ParameterSetting> settings;
  ErrorCollector problems;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      problems.add(fmt::format("{}: a setting must have the form name=value, but is {}.", where, quote(word)));
      continue;
    }
    const std::string name = word.substr(0, equals);
    const auto is_same = [&](const ParameterSetting& other) { return other.name == name; };
    if (std::any_of(settings.begin(), settings.end(), is_same))
      problems.add(fmt::format("{}: the parameter {} is set twice.", where, quote(name)));
    settings.push_back({name, word.substr(equals + 1), where});
  }
  problems.throwIfAny();
  return settings;
}

void ParameterValues::throwUnknown(const std::string& formula, const std::string& name) const {
  if (field(name) != nullptr)
    throw InputError(
        fmt::format("the parameter {} has one value per cell and cannot be part of a formula.", quote(name)));
  if (contains({"nan", "inf", "infinity"}, toLowerCase(name)))
    throw InputError(fmt::format("the value of {} is not a finite number.", quote(formula)));
  if (contains({"x", "y", "z", "t"}, name))
    throw InputError(
        fmt::format("the formula {} contains '{}', but the value of this formula can depend neither on the "
                    "position nor on the time.",
                    quote(formula), name));
  const std::string subject =
      formula == name ? fmt::format("there is no parameter {}", quote(name))
                      : fmt::format("the formula {} contains the unknown name {}", quote(formula), quote(name));
  throw InputError(subject + suggestionFor(name, names()));
}

/// Evaluation of all parameters, each after the parameters in its formula.
class ParameterValues::Evaluation {
 public:
  explicit Evaluation(ParameterValues& all) : all_(all), states_(all.parameters_.size(), State::pending) {}

  /// Evaluates every parameter. Errors are reported at the parameter in which they occur, and not
  /// again at parameters that depend on it.
  void run(ErrorCollector& problems) {
    for (std::size_t p = 0; p < states_.size(); ++p)
      problems.attempt([&] { findDependencies(all_.parameters_[p], p); });
    for (std::size_t p = 0; p < states_.size(); ++p) evaluate(p, problems);
  }

 private:
  enum class State { pending, open, done, failed };

  void findDependencies(Parameter& parameter, std::size_t p) {
    try {
      for (const std::string& name : namesIn(parameter.formula)) {
        const auto found = all_.indices_.find(name);
        if (found == all_.indices_.end()) all_.throwUnknown(parameter.formula, name);
        parameter.dependencies.push_back(found->second);
      }
    } catch (const InputError& error) {
      states_[p] = State::failed;
      throw InputError(parameter.where + error.what());
    }
  }

  void evaluate(std::size_t p, ErrorCollector& problems) {
    if (states_[p] != State::pending) return;
    Parameter& parameter = all_.parameters_[p];
    states_[p] = State::open;
    open_.push_back(p);
    bool is_known = true;
    for (const std::size_t needed : parameter.dependencies) {
      if (states_[needed] == State::open) reportCycle(needed, problems);
      evaluate(needed, problems);
      is_known = is_known && states_[needed] == State::done;
    }
    open_.pop_back();
    states_[p] = is_known && problems.attempt([&] { compute(parameter); }) ? State::done : State::failed;
  }

  void compute(Parameter& parameter) const {
    std::map<std::string, double> values;
    for (const std::size_t p : parameter.dependencies) values[all_.parameters_[p].name] = all_.parameters_[p].value;
    try {
      parameter.value = evaluateFormula(parameter.formula, values);
    } catch (const InputError& error) {
      throw InputError(parameter.where + error.what());
    }
  }

  void reportCycle(std::size_t first, ErrorCollector& problems) const {
    std::vector<std::string> names;
    for (auto p = std::find(open_.begin(), open_.end(), first); p != open_.end(); ++p)
      names.push_back(all_.parameters_[*p].name);
    names.push_back(names.front());
    problems.add(fmt::format("{}the parameters form a cycle: {}.", all_.parameters_[first].where,
                             abbreviate(fmt::format("{}", fmt::join(names, " -> ")), max_quote_length)));
  }

  ParameterValues& all_;
  std::vector<State> states_;
  std::vector<std::size_t> open_;  // Parameters whose evaluation has begun, from the first to the last.
};

ParameterValues::ParameterValues(const std::vector<ParameterDefinition>& definitions, const std::string& file,
                                 const std::vector<ParameterSetting>& settings, ErrorCollector& problems) {
  for (const ParameterDefinition& one : definitions) {
    if (one.is_field) {
      problems.attempt([&] { replaceNumber(one); });
      fields_.push_back({one.name, one.path});
      continue;
    }
    indices_[one.name] = parameters_.size();
    parameters_.push_back({one.name, one.formula, one.where});
    problems.attempt([&] { replaceNumber(one); });
  }
  for (const ParameterSetting& setting : settings) problems.attempt([&] { replace(setting, file); });
  problems.throwIfAny();
  Evaluation(*this).run(problems);
  problems.throwIfAny();
}

void ParameterValues::replaceNumber(const ParameterDefinition& definition) {
  if (definition.path.empty()) return;
  const std::string* other = replacementAt(definition.path);
  for (const CellFieldEntry& field : fields_)
    if (field.path == definition.path) other = &field.name;
  if (other != nullptr)
    throw InputError(fmt::format("{}the number {} is already the parameter {}: remove one of the parameters.",
                                 definition.where, definition.path, quote(*other)));
  if (!definition.is_field) replacements_.emplace(definition.path, definition.name);
}

const CellFieldEntry* ParameterValues::field(const std::string& name) const {
  const auto found =
      std::find_if(fields_.begin(), fields_.end(), [&](const auto& field) { return field.name == name; });
  return found == fields_.end() ? nullptr : &*found;
}

const CellChange* ParameterValues::changeAt(const std::string& path) const {
  for (const CellFieldEntry& field : fields_)
    if (field.change != nullptr && field.path == path) return field.change.get();
  return nullptr;
}

ParameterValues ParameterValues::with(const std::string& name, const CellChange& change) const {
  ParameterValues other = *this;
  other.has_warned_ = true;  // unused parameters have been reported
  for (CellFieldEntry& field : other.fields_) {
    if (field.name != name) continue;
    if (const auto before = field.change; before != nullptr)
      field.change = std::make_shared<const CellChange>(
          [before, change](std::int64_t element, double value) { return change(element, (*before)(element, value)); });
    else
      field.change = std::make_shared<const CellChange>(change);
  }
  return other;
}

const std::string* ParameterValues::replacementAt(const std::string& path) const {
  if (replacements_.empty()) return nullptr;
  const auto found = replacements_.find(path);
  return found == replacements_.end() ? nullptr : &found->second;
}

std::size_t ParameterValues::indexOf(const std::string& name) const {
  const auto found = indices_.find(name);
  if (found == indices_.end()) throwUnknown(name, name);
  return found->second;
}

std::vector<std::string> ParameterValues::dependentsOf(const std::string& name) const {
  std::vector<char> depends(parameters_.size(), 0);
  depends[indexOf(name)] = 1;
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      const auto& needed = parameters_[p].dependencies;
      if (depends[p] != 0 || std::none_of(needed.begin(), needed.end(), [&](std::size_t n) { return depends[n] != 0; }))
        continue;
      depends[p] = 1;
      changes = true;
    }
  }
  std::vector<std::string> all;
  for (std::size_t p = 0; p < parameters_.size(); ++p)
    if (depends[p] != 0) all.push_back(parameters_[p].name);
  return all;
}

ParameterValues ParameterValues::with(const std::string& name, double value) const {
  ParameterValues other = *this;
  other.has_warned_ = true;  // unused parameters have been reported
  other.parameters_[indexOf(name)].formula = fmt::format("{}", value);
  for (Parameter& parameter : other.parameters_) parameter.dependencies.clear();
  ErrorCollector problems;
  Evaluation(other).run(problems);
  problems.throwIfAny();
  return other;
}

void ParameterValues::replace(const ParameterSetting& setting, const std::string& file) {
  const auto found = indices_.find(setting.name);
  if (field(setting.name) != nullptr)
    throw InputError(fmt::format("{}: the parameter {} has one value per cell: change the values in its entry instead.",
                                 setting.where, quote(setting.name)));
  if (found == indices_.end() && indices_.empty())
    throw InputError(
        fmt::format("{}: there is no parameter {}: {} has no block `parameters`, in which parameters are defined.",
                    setting.where, quote(setting.name), file));
  if (found == indices_.end())
    throw InputError(fmt::format("{}: there is no parameter {}{}", setting.where, quote(setting.name),
                                 suggestionFor(setting.name, names())));
  Parameter& parameter = parameters_[found->second];
  parameter.formula = setting.value;
  parameter.where = fmt::format("{}: {}: ", setting.where, setting.name);
}

std::vector<std::string> ParameterValues::names() const {
  std::vector<std::string> all;
  for (const Parameter& parameter : parameters_) all.push_back(parameter.name);
  return all;
}

std::vector<std::pair<std::string, double>> ParameterValues::values() const {
  std::vector<std::pair<std::string, double>> all;
  for (const Parameter& parameter : parameters_) all.emplace_back(parameter.name, parameter.value);
  return all;
}

void ParameterValues::markUsed(std::size_t parameter) const {
  std::vector<std::size_t> pending{parameter};
  while (!pending.empty()) {
    const Parameter& used = parameters_[pending.back()];
    pending.pop_back();
    if (used.is_used) continue;
    used.is_used = true;
    pending.insert(pending.end(), used.dependencies.begin(), used.dependencies.end());
  }
}

double ParameterValues::value(const std::string& name) const {
  const std::size_t parameter = indexOf(name);
  markUsed(parameter);
  return parameters_[parameter].value;
}

double ParameterValues::evaluate(const std::string& formula) const {
  std::map<std::string, double> values;
  for (const std::string& name : namesIn(formula)) {
    if (!has(name)) throwUnknown(formula, name);
    values[name] = value(name);
  }
  return evaluateFormula(formula, values);
}

std::optional<double> ParameterValues::find(const std::string& text) const {
  try {
    std::map<std::string, double> values;
    for (const std::string& name : namesIn(text)) {
      const auto found = indices_.find(name);
      if (found == indices_.end()) return std::nullopt;
      values[name] = parameters_[found->second].value;
    }
    return evaluateFormula(text, values);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<std::string> ParameterValues::unused() const {
  std::vector<std::string> all;
  for (const Parameter& parameter : parameters_)
    if (!parameter.is_used) all.push_back(parameter.name);
  return all;
}

void ParameterValues::warnAboutUnused() const {
  if (has_warned_) return;
  has_warned_ = true;
  for (const Parameter& parameter : parameters_)
    if (!parameter.is_used)
      log().warn("{}the parameter '{}' is not used.", parameter.where, abbreviate(parameter.name));
}

}  // namespace tenon::base

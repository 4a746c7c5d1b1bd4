// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Value that replaces the value of a parameter in the case file.
struct ParameterSetting {
  std::string name,  ///< name of the parameter
      value,         ///< number, or formula of other parameters
      where;         ///< source for messages, such as "the command line (--set)"
};

/// Parses settings of the form "young=65000".
/// @param words  settings, as given on the command line
/// @param where  source for messages
/// @throws InputError if a setting has no name or no value, or if a name occurs twice
std::vector<ParameterSetting> parseSettings(const std::vector<std::string>& words, const std::string& where);

/// Definition of a parameter in a case file.
struct ParameterDefinition {
  std::string name,       ///< name of the parameter
      formula,            ///< number, or formula of other parameters
      where;              ///< place for messages, such as "case.yaml:3: parameters.young: "
  std::string path = {};  ///< path of a number in the case that the parameter replaces; empty: none
  bool is_field = false;  ///< true if the number has one value per cell; the formula is then not used
};

/// Function that returns the value of a field in a cell, from the number of the element and the
/// value in the case.
using CellChange = std::function<double(std::int64_t element, double value)>;

/// Parameter with one value per cell.
struct CellFieldEntry {
  std::string name, path;                      ///< name; path of the number in the case
  std::shared_ptr<const CellChange> change{};  ///< change of the values; null: the values of the case
};

/// Named numbers of a case, which formulas in the case may use. Each parameter is a number or a
/// formula of other parameters, in any order.
/// @note Not collective: every rank reads the same case.
class ParameterValues {
 public:
  /// Creates an empty set of parameters.
  ParameterValues() = default;

  /// Creates and evaluates parameters.
  /// @param definitions  parameters in the order of the case
  /// @param file         name of the case file for messages
  /// @param settings     values that replace those of the definitions
  /// @param problems     errors so far, which are reported together with those of the settings
  /// @throws InputError if there are problems, a formula is not valid, parameters form a cycle, or
  ///   a setting names an unknown parameter. The message has one line for each error.
  ParameterValues(const std::vector<ParameterDefinition>& definitions, const std::string& file,
                  const std::vector<ParameterSetting>& settings, ErrorCollector& problems);

  /// Names in the order of the case.
  std::vector<std::string> names() const;
  /// Names and values in the order of the case.
  std::vector<std::pair<std::string, double>> values() const;
  /// True if a parameter has this name.
  bool has(const std::string& name) const { return indices_.count(name) != 0; }

  /// Returns the value of a parameter, which then counts as used, together with all parameters in
  /// its formula.
  /// @throws InputError if there is no such parameter, with the nearest name
  double value(const std::string& name) const;

  /// Returns the name of the parameter that replaces the number at a path of the case, such as
  /// "objects.block.forces[0].young"; nullptr if there is none.
  const std::string* replacementAt(const std::string& path) const;
  /// Returns a parameter and all parameters that depend on its value, in the order of the case.
  /// @throws InputError if there is no such parameter, with the nearest name
  std::vector<std::string> dependentsOf(const std::string& name) const;
  /// Returns true if the definition of a parameter is a formula of other parameters.
  /// @throws InputError if there is no such parameter, with the nearest name
  bool isFormula(const std::string& name) const { return !parameters_[indexOf(name)].dependencies.empty(); }
  /// Returns the parameters with one value per cell, in the order of the case. They are not among
  /// names() and values().
  const std::vector<CellFieldEntry>& fields() const { return fields_; }
  /// Returns the parameter with one value per cell of this name; nullptr if there is none.
  const CellFieldEntry* field(const std::string& name) const;
  /// Returns the change of the values at a path of the case; nullptr if they are those of the case.
  const CellChange* changeAt(const std::string& path) const;
  /// Returns the same parameters with a further change of the values of a field.
  /// @param name  name of a parameter with one value per cell
  ParameterValues with(const std::string& name, const CellChange& change) const;
  /// Returns the same parameters with another value of one of them. Formulas are evaluated again.
  /// @throws InputError if there is no such parameter, or if a formula has no finite value
  ParameterValues with(const std::string& name, double value) const;

  /// Evaluates a formula. Its parameters then count as used.
  /// @throws InputError if the formula is invalid, contains the position, the time or an unknown
  ///   name, or has no finite value. The message quotes the formula and does not contain its place.
  double evaluate(const std::string& formula) const;

  /// Returns the value of a string, or std::nullopt if the string is not a formula in terms of
  /// parameters. The parameters do not count as used.
  std::optional<double> find(const std::string& text) const;

  /// Returns the names of the parameters that have not been used yet.
  std::vector<std::string> unused() const;
  /// Prints one warning for each unused parameter, only once.
  void warnAboutUnused() const;

 private:
  /// One parameter.
  struct Parameter {
    std::string name, formula;
    std::string where;  // Place for messages.
    double value = 0.0;
    std::vector<std::size_t> dependencies = {};  // Parameters in the formula.
    mutable bool is_used = false;
  };
  class Evaluation;

  std::size_t indexOf(const std::string& name) const;
  void replaceNumber(const ParameterDefinition& definition);
  void replace(const ParameterSetting& setting, const std::string& file);
  void markUsed(std::size_t parameter) const;
  [[noreturn]] void throwUnknown(const std::string& formula, const std::string& name) const;

  std::vector<Parameter> parameters_;
  std::unordered_map<std::string, std::size_t> indices_;
  std::unordered_map<std::string, std::string> replacements_;  // names of parameters by the path of a number
  std::vector<CellFieldEntry> fields_;
  mutable bool has_warned_ = false;
};

}  // namespace tenon::base

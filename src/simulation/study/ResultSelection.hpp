// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tenon::simulation {

/// Results of a summary that a study writes for each run, by dotted names such as
/// "objects.block.largest_displacement" or "modes.0.frequency". A part of a name is a key, the name
/// of an entry of a list, the zero-based index of an entry, or a component x, y or z. A block with
/// the key `value` stands for its value.
/// @note Not collective.
class ResultSelection {
 public:
  /// Creates a selection.
  /// @param names    dotted names; empty for the main results (see defaultNames())
  /// @param example  summary of the case before its first step, for which the names are checked
  /// @throws InputError if a name is not in the summary, with the nearest name
  ResultSelection(const std::vector<std::string>& names, const nlohmann::json& example);

  /// Returns the main results of a case: largest displacements and von Mises stresses of the
  /// objects, the strain energy, and the number of iterations.
  static std::vector<std::string> defaultNames(const nlohmann::json& example);

  /// Dotted names, in the order of the columns.
  const std::vector<std::string>& names() const { return names_; }
  /// Returns the results of a run as fields of a CSV file; the field of a missing result is empty.
  std::vector<std::string> fieldsOf(const nlohmann::json& summary) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/registry/TypeChoice.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/simulation/results/Output.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Returns the registry of output fields of the program.
base::Registry<OutputField>& outputFields();

/// Registered field of a case, or name of another field.
using FieldChoice = base::TypeChoice<OutputField, outputFields>;

/// Fields of `output.fields`: registered fields, and names of other fields. An empty list is
/// permitted: no field is written.
struct FieldSelection {
  std::vector<FieldChoice> choices{"all"};  ///< fields in the order of the case
  /// Returns the names of the fields.
  std::vector<std::string> names() const;
};
/// Reads the fields from a list of names and blocks, or from a single name.
/// @throws InputError if the node is neither, if a block is invalid, or if a field with a block is
///   listed twice
void readValue(const base::CaseNode& node, FieldSelection& selection);
/// Formats the names of the fields in case-file notation.
std::string printValue(const FieldSelection& selection);
/// Returns the type name of field selections in help texts.
inline const char* typeName(const FieldSelection*) {
  return "list of texts or blocks";
}

/// Block `output` of a case, or the path of the result files without extension.
struct OutputSettings {
  std::string stem;                       ///< path of the results without extension; empty for that of the case file
  int every = 1;                          ///< interval of written steps; the last step is always written
  FieldSelection fields;                  ///< fields that are written; no others are computed
  int checkpoint = 0;                     ///< interval of checkpoints in a transient analysis; 0: only at a signal
  bool energies = true;                   ///< true if energies are recorded in a transient analysis
  std::vector<base::CaseNode> histories;  ///< entries of the list of histories
  /// Declares the keys of the block.
  static void declare(base::Parameters<OutputSettings>& p);

  /// Reads the block `output` of a case.
  static OutputSettings read(const base::CaseNode& root);

  /// Returns true if a field is written.
  bool writes(const std::string& field) const;
  /// Returns true if the nodal forces of a constraint are written.
  bool writesForceOf(const constraint::Constraint& constraint) const;
  /// Returns true if the nodal multipliers of a constraint are written.
  bool writesMultipliersOf(const constraint::Constraint& constraint) const;
  /// Creates the registered fields that are written, in the order of their registration.
  /// @throws InputError if the parameters of a field are invalid
  std::vector<std::unique_ptr<OutputField>> makeFields() const;

  /// Checks the names of the fields.
  /// @param constraints  names of all constraints
  /// @throws InputError with the place in the case if a field is unknown, or exists only in a
  ///   transient analysis and `moves` is false
  void requireKnown(const base::CaseNode& root, const std::vector<std::string>& constraints, bool moves) const;
};

}  // namespace tenon::simulation

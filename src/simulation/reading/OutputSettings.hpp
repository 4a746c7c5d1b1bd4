// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Names of output fields. In contrast to other lists of names, an empty list is permitted: no
/// field is written.
struct FieldNames : std::vector<std::string> {
  using std::vector<std::string>::vector;
};
/// Reads a list of names or a single name. @throws InputError if an entry is not a string.
void readValue(const base::CaseNode& node, FieldNames& fields);

/// Block `output` of a case, or the path of the result files without extension.
struct OutputSettings {
  std::string stem;  ///< path of the results without extension; empty for that of the case file
  int every = 1;     ///< interval of written steps; the last step is always written
  /// Names of the fields that are written; no others are computed.
  FieldNames fields{"all"};
  int checkpoint = 0;                     ///< interval of checkpoints in a transient analysis; 0: only at a signal
  bool energies = true;                   ///< true if energies are recorded in a transient analysis
  std::vector<base::CaseNode> histories;  ///< blocks of HistorySettings
  /// Declares the keys of the block.
  static void declare(base::Parameters<OutputSettings>& p);

  /// Reads the block `output` of a case.
  static OutputSettings read(const base::CaseNode& root);

  /// Returns true if a field is written.
  bool writes(const std::string& field) const;
  /// Returns true if a field that `all` does not include is written.
  bool names(const std::string& field) const;
  /// Returns true if the nodal forces of a constraint are written.
  bool writesForceOf(const constraint::Constraint& constraint) const;
  /// Returns true if the nodal multipliers of a constraint are written.
  bool writesMultipliersOf(const constraint::Constraint& constraint) const;
  /// Returns true if deformation gradients, their determinants and invariants, or energy densities
  /// are written; `all` does not include these.
  bool writesDeformation() const;
  /// Returns true if any field is written for which stresses are recovered.
  bool writesStress() const {
    return writes("stress") || writes("strain") || writes("von_mises") || names("principal_stress") ||
           writesDeformation();
  }

  /// Checks the names of the fields.
  /// @param constraints  names of all constraints
  /// @throws InputError with the place in the case if a field is unknown, or exists only in a
  ///   transient analysis and `moves` is false
  void requireKnown(const base::CaseNode& root, const std::vector<std::string>& constraints, bool moves) const;
};

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::la {

/// Change of a sparsity pattern: a contributor has added a block that was not recorded, or elements
/// other than the recorded ones.
struct PatternChange {
  std::string contributor;  ///< Name of the contributor that caused the change.
  std::string what;         ///< Description of the change, with states and indices.
};

/// Response of an assembly to a change of the pattern.
enum class PatternPolicy {
  rebuild,  ///< The pattern is recorded again, and the assembly is repeated.
  reject    ///< An InternalError is thrown.
};

/// Extent of the checks of entries before they are added to a matrix.
enum class IndexChecking {
  off,    ///< No checks.
  on,     ///< All indices and shapes are checked; this takes 1 % of the assembly time.
  values  ///< In addition, all values are checked for infinity and NaN; this takes another 5 %.
};

/// Rules of a matrix assembly for pattern changes and checks.
struct AssemblyRules {
  /// Response to a change of the pattern.
  PatternPolicy on_change = PatternPolicy::rebuild;
  /// Extent of the checks.
  IndexChecking checking = IndexChecking::off;
};

}  // namespace tenon::la

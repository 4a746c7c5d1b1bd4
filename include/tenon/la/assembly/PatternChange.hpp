// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::la {

/// Change of a pattern: a contributor wrote a block that was not recorded, or elements other than
/// those recorded.
struct PatternChange {
  std::string contributor;  ///< Name that Contributions::setContributor() announced.
  std::string what;         ///< Sentence with the states and indices.
};

/// Reaction of an assembly to a change of the pattern: to record the pattern again and repeat the
/// assembly, or to throw an error.
enum class PatternPolicy {
  rebuild,  ///< The pattern is recorded again, and the assembly is repeated.
  reject    ///< An InternalError is thrown.
};

/// Checks before entries are written.
enum class IndexChecking {
  off,    ///< No checks.
  on,     ///< Checks of all indices and shapes, at 1 % of the assembly time.
  values  ///< Additional checks that all values are finite, at another 5 %.
};

/// Rules of a matrix assembly: response to changes of the pattern, and extent of the checks.
struct AssemblyRules {
  /// Response to a change of the pattern.
  PatternPolicy on_change = PatternPolicy::rebuild;
  /// Extent of the checks.
  IndexChecking checking = IndexChecking::off;
};

}  // namespace tenon::la

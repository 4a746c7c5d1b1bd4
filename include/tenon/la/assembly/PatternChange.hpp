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
enum class PatternPolicy { rebuild, reject };

/// Extent of the checks before entries are written: none; all indices and shapes, at 1 % of the
/// time of an assembly; or in addition that all values are finite, which reads them once more, at
/// another 5 %.
enum class IndexChecking { off, on, values };

/// Rules of an assembly.
struct AssemblyRules {
  /// Reaction to a change of the pattern.
  PatternPolicy on_change = PatternPolicy::rebuild;
  /// Extent of the checks.
  IndexChecking checking = IndexChecking::off;
};

}  // namespace tenon::la

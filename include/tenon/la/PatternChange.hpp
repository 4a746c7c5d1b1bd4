#pragma once
#include <string>

namespace tenon::la {

/// A contributor wrote where nothing was recorded, or other elements than those recorded.
struct PatternChange {
  std::string contributor;  ///< as Contributions::from() announced it
  std::string what;         ///< a sentence with the states and indices
};

/// What an assembly does then: records the pattern anew and assembles again, or refuses with an error.
enum class PatternPolicy { rebuild, refuse };

/// Whether every index, shape and value is looked at before it goes to the matrix.
enum class IndexChecking { off, on };

/// How strict an assembly is.
struct AssemblyRules {
  PatternPolicy on_change = PatternPolicy::rebuild;
  IndexChecking checking = IndexChecking::off;
};

}  // namespace tenon::la

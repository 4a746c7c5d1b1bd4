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

/// What is looked at before it goes to the matrix: nothing; every index and every shape, at 1 % of an assembly; and
/// also whether every value is a finite number, which reads all of them once more, at another 5 %.
enum class IndexChecking { off, on, values };

/// How strict an assembly is.
struct AssemblyRules {
  PatternPolicy on_change = PatternPolicy::rebuild;
  IndexChecking checking = IndexChecking::off;
};

}  // namespace tenon::la

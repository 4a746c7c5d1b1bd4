#pragma once
#include <string>
#include <vector>

#include "ValueRule.hpp"

namespace tenon::solver {

/// Options of one rule; `names` without dash and prefix, with blanks between.
struct AllowedOptions {
  std::string names;
  ValueRule rule;
};

/// The options that a case may set, each with the values that it may have. An option belongs here if it changes how a
/// system is solved or prints text on the terminal. One that names or makes a file, a folder, a library, a host or a
/// program, that draws, logs or waits, does not.
const std::vector<AllowedOptions>& allowedOptions();

/// Prefixes of PETSc's inner solvers, such as `mg_levels_`; `fieldsplit_<name>_` and `mg_levels_<number>_` come on top.
const std::vector<std::string>& allowedPrefixes();

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "ValueRule.hpp"

namespace tenon::solver {

/// Options with the same rule.
struct AllowedOptions {
  /// Names without dash and prefix, separated by blanks.
  std::string names;
  ValueRule rule;
};

/// Returns the options that a case may set, each with its admissible values. An option belongs to
/// the list if it changes the solution method or prints text on the terminal. An option does not
/// belong to the list if it names or creates a file, a folder, a library, a host or a program, or
/// if it draws, logs or waits.
const std::vector<AllowedOptions>& allowedOptions();

/// Returns the prefixes of PETSc's inner solvers, such as `mg_levels_`; `fieldsplit_<name>_` and
/// `mg_levels_<number>_` are allowed in addition.
const std::vector<std::string>& allowedPrefixes();

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

// PETSc options that a case may set. The author of a case is not trusted, and PETSc has options
// that run commands, load libraries, write files, open connections or wait for a key. Therefore
// only the options of a list are passed on, and only with values of their type and range. The
// command line, which the user writes, is not restricted. See docs/reference/security.md.
namespace tenon::solver {

/// Returns the reason why a case may not set an option to a value, as a sentence; empty if the
/// option is allowed. An allowed option is a sequence of prefixes of inner solvers
/// (`fieldsplit_displacement_`, `mg_levels_1_`, ...), followed by a name of the list. Names are
/// compared without regard to case, as in PETSc.
/// @param name  name with or without a leading dash
/// @param value  value; none: a flag
/// @param suggests  true if the nearest allowed name is appended ("did you mean ...?")
std::string explainRejection(const std::string& name, const std::optional<std::string>& value, bool suggests = true);

/// Returns the list of allowed options with their admissible values.
std::vector<base::TypeInfo> caseOptionTypes();

}  // namespace tenon::solver

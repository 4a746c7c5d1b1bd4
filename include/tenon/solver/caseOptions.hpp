#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

// The PETSc options that a case may set. A case may come from anybody: PETSc has options that run commands, load
// libraries, write files, open connections or wait for a key, so that only options of this list reach it, and only with
// values of their type and range. The command line, which the user writes, is not restricted. See docs/reference/security.md.
namespace tenon::solver {

/// Returns why a case may not set this option to this value, as a sentence; empty where it may. An option is allowed
/// if it is a sequence of prefixes of inner solvers (`fieldsplit_displacement_`, `mg_levels_1_`, ...), followed by a
/// name of the list. Names are compared without regard to case, as PETSc does.
/// @param name     with one leading dash or without
/// @param value    none: a flag
/// @param suggests appends the nearest allowed name ("did you mean ...?")
std::string whyForbidden(const std::string& name, const std::optional<std::string>& value, bool suggests = true);

/// Returns the list: names of options with the values that they may have.
std::vector<base::TypeInfo> caseOptionTypes();

}  // namespace tenon::solver

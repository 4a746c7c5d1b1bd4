// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "analysis/Equations.hpp"

// Checks that rigid-body modes are restrained.
namespace tenon::analysis {

/// Checks that all rigid-body modes are restrained.
/// @throws InputError if rigid-body modes are unrestrained; the message names all of them
/// @note Collective.
void requireSupported(Equations& equations);

/// Returns the message of requireSupported() if only the given rows are active; empty if no
/// rigid-body mode is free or no constraint has a bound.
/// @param rows  flag of each owned constraint row
/// @note Collective.
std::string describeFreeModes(Equations& equations, const std::vector<char>& rows);

/// Returns true if all rigid-body modes are restrained. @note Collective.
bool isSupported(Equations& equations);

}  // namespace tenon::analysis

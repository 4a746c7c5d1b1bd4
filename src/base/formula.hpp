// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

// Formulas of named numbers in the notation of muParser.
namespace tenon::base {

/// Returns the names of the variables in a formula, sorted and without duplicates. The constant pi
/// and the constants of muParser are not variables.
/// @throws InputError if the formula cannot be parsed; the message quotes the formula
std::vector<std::string> namesIn(const std::string& formula);

/// Evaluates a formula.
/// @param formula  formula in terms of the names in `values`
/// @param values   values by name
/// @return value of the formula
/// @throws InputError if the formula is invalid, contains another name, has several values, or has
///   no finite value; the message quotes the formula
double evaluateFormula(const std::string& formula, const std::map<std::string, double>& values);

/// Returns the reason why a number cannot have this name in formulas, such as "is a function of
/// formulas"; empty if the name is admissible. A name consists of letters, digits and underscores,
/// and begins with a letter. The coordinates x, y, z, the time t, and the names of functions and
/// constants are reserved.
std::string obstacleToName(const std::string& name);

}  // namespace tenon::base

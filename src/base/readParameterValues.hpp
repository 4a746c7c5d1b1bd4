// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "ParameterValues.hpp"
#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Function that returns the number of the case that a parameter replaces.
/// @param definition  block of the parameter, with the keys `of` and `number`
/// @throws InputError if there is no such number
using FindNumber = std::function<CaseNode(const CaseNode& definition)>;

/// Returns the keys of a parameter that is defined by a block: the contributor `of` and the
/// `number` in it that the parameter replaces, or the object `of` whose nodes it moves by
/// `positions`, in a `group`; `per` for fields, its value `start`, its range and scale in gradients
/// and optimisations, and the `smoothness` of fields.
const std::vector<std::string>& parameterKeys();

/// Reads and evaluates the block `parameters` of a case. A parameter is a number, a formula, or a
/// block with the keys of parameterKeys().
/// @param block     block of names and values; may be undefined
/// @param file      name of the case file for messages
/// @param settings  values that replace those of the block
/// @param find      function that finds the numbers which parameters replace
/// @throws InputError if a name is reserved, a value is neither a number nor a valid formula,
///   parameters form a cycle, or a setting names an unknown parameter. The message has one line for
///   each error.
ParameterValues readParameterValues(const CaseNode& block, const std::string& file,
                                    const std::vector<ParameterSetting>& settings = {}, const FindNumber& find = {});

}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "ParameterValues.hpp"
#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Reads and evaluates the block `parameters` of a case.
/// @param block     block of names and values; may be undefined
/// @param file      name of the case file for messages
/// @param settings  values that replace those of the block
/// @throws InputError if a name is reserved, a value is neither a number nor a valid formula,
///   parameters form a cycle, or a setting names an unknown parameter. The message has one line for
///   each error.
ParameterValues readParameterValues(const CaseNode& block, const std::string& file,
                                    const std::vector<ParameterSetting>& settings = {});

}  // namespace tenon::base

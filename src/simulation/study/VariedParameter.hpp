// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace tenon::simulation {

/// Parameter of a case that a study varies.
struct VariedParameter {
  std::string name;            ///< name of the parameter
  std::vector<double> values;  ///< values in the order of the study
};

/// Parses variations such as "young=60000,65000,70000" or "load=1:10:5". Entries separated by
/// commas are numbers or ranges start:end:count of equally spaced values.
/// @throws InputError if a variation has another form, if a name or a value occurs twice, or if the
///   study has more than a million runs. The message has one line for each error.
/// @note Not collective.
std::vector<VariedParameter> parseVariations(const std::vector<std::string>& words);

}  // namespace tenon::simulation

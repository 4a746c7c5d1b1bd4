// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "io/OutputFolders.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Creates the folders of a command's outputs and checks that the outputs can be written, at the
/// start of the command, before anything is read in full or solved. Empty names are skipped.
/// @return created folders, whose destructor removes those that remain empty because the command
///   fails
/// @throws InputError if an output is an input, by any name or link, or if two outputs are one
///   file; inputs are never overwritten
/// @throws FileError if an output cannot be written
/// @note Collective.
[[nodiscard]] io::OutputFolders requireOutputs(const base::Communicator& comm, const std::vector<std::string>& outputs,
                                               const std::vector<std::string>& inputs);

/// Checks that the outputs named by a case lie in these folders.
/// @param where  place in the case for the message
/// @throws InputError if an output lies outside, by "..", by an absolute name or through links
/// @note Collective.
void requireConfined(const base::Communicator& comm, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& folders, const std::string& where);

/// Checks that no output is an input, which is the first part of requireOutputs().
/// @throws InputError if an output is an input, or if two outputs are one file
/// @note Collective.
void requireNoInput(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs);

}  // namespace tenon::simulation

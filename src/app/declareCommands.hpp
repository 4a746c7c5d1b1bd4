// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>

#include "Arguments.hpp"

namespace tenon::app {

/// Declares the commands of the program and their options.
/// @param app        parser of the command line
/// @param arguments  receives the arguments when the command line is parsed; must outlive `app`
/// @param chosen     receives the given command when the command line is parsed
void declareCommands(CLI::App& app, Arguments& arguments, Command& chosen);

}  // namespace tenon::app

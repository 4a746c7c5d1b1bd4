// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

namespace tenon::app {

/// Runs a command on a case. The name of the case is added to the beginning of an InputError or
/// NotConvergedError without the name of a file, which occurs if the error is found in the complete
/// system or by a solver.
void runOnCase(const std::string& case_file, const std::function<void()>& command);

}  // namespace tenon::app

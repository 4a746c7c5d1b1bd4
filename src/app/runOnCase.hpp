// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

namespace tenon::app {

/// Runs a command on a case. An InputError without the name of a file, which is found when the
/// complete system is assembled, is prefixed with the name of the case.
void runOnCase(const std::string& case_file, const std::function<void()>& command);

}  // namespace tenon::app

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::app {

/// Makes SIGINT and SIGTERM print a message before they terminate the program; the exit status is
/// that of the signal. A signal that the parent process has made ignored remains ignored. Analyses
/// of several steps replace this treatment (simulation::StopSignal).
/// @note Not collective: only the root calls this function, so that the message appears once.
void reportSignals();

}  // namespace tenon::app

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::app {

/// Does nothing. A call links the program with the check of the processor that runs before all
/// other code (preinit.cpp).
void linkPreinit();

}  // namespace tenon::app

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Function that runs the command `tenon`. Programs with user-defined types call tenon::main().
#include "tenon/app/main.hpp"

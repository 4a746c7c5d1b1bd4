// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The command `tenon` as a function. A program with user-defined types calls tenon::main().
#include "tenon/app/main.hpp"

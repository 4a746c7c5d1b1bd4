// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace tenon::system {

/// One array per state, [numLocal x block], including ghosts.
using StateArrays = std::vector<std::vector<double>>;

}  // namespace tenon::system

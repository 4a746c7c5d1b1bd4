// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns the times at which a table of any load, condition or constraint has an entry, ascending,
/// each once, and equal on all ranks.
std::vector<double> collectTableTimes(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

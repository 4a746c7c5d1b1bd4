// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns a vector over the unknowns as local arrays by object, including ghosts; 0 where its
/// layout has no entries.
/// @note Collective.
std::vector<std::vector<double>> splitByBody(const system::MechanicalSystem& mechanics,
                                             const la::CombinedLayout& layout, Vec vector);

}  // namespace tenon::analysis

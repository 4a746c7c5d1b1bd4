// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns the longest edge of the bounding box of all nodes in the reference configuration.
/// @note Collective.
double computeExtent(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

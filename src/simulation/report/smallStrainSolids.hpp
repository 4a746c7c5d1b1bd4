// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/force/Solid.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::simulation {

/// Returns the small-strain forces of a body. Those that ignore rotations have no resultant moment
/// in the reference configuration, but may have one in the current configuration.
/// @param with_corotational  true if forces that follow rotations are included
std::vector<const force::Solid*> smallStrainSolids(const system::Body& body, bool with_corotational);

}  // namespace tenon::simulation

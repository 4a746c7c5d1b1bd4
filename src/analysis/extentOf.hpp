#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Collective. Longest edge of the box around all nodes at rest.
double extentOf(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

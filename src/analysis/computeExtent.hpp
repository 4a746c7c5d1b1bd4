#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns the longest edge of the bounding box of all nodes in the reference configuration.
/// @note Collective.
double computeExtent(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

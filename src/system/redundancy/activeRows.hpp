#pragma once
#include "tenon/system/Redundancy.hpp"

namespace tenon::system {

/// Collective. This rank's rows of the constraints that are active, but those with bounds and those that the constraint
/// itself leaves empty; `G`: with all its columns.
std::vector<ConstraintRow> activeRows(const MechanicalSystem& mechanics, Mat G);

}  // namespace tenon::system

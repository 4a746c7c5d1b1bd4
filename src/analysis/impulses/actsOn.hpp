#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Types of objects on which a constraint acts, on any rank.
struct ActsOn {
  bool rigid_bodies = false, points = false;
};

/// Returns the types of objects of each active constraint; none for inactive constraints.
/// @note Collective.
std::vector<ActsOn> actsOn(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// What a constraint holds, on any rank.
struct ActsOn {
  bool rigid_bodies = false, points = false;
};

/// Of each active constraint, nothing of others. Collective.
std::vector<ActsOn> actsOn(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

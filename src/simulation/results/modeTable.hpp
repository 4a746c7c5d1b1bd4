#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tenon/analysis/Mode.hpp"

namespace tenon::simulation {

/// One line per mode: its frequency, its effective masses along x, y, z, and what these and all before are of the mass
/// that can move.
std::string modeTable(const std::vector<analysis::Mode>& modes, const base::Vec3& movable_mass);

nlohmann::json jsonOf(const std::vector<analysis::Mode>& modes);

}  // namespace tenon::simulation

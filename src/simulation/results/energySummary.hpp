#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tenon/analysis/EnergyBalance.hpp"

// What a report says of the energies of a motion.
namespace tenon::simulation {

using AddLine = std::function<void(const std::string& name, const std::string& value)>;

/// Where its energy came from and went to: what is round-off of the largest is shown as 0.
void addEnergies(const analysis::Energies& energies, const AddLine& line);

nlohmann::json jsonOf(const analysis::Energies& energies);

}  // namespace tenon::simulation

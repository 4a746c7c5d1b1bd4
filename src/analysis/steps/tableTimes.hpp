#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Times at which a table of any load, condition or constraint has an entry, ascending, each once; the same on all
/// ranks.
std::vector<double> tableTimes(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

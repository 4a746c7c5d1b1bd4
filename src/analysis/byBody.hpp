#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// A vector over the unknowns as local arrays by body, ghosts included, 0 where its layout does not reach. Collective.
std::vector<std::vector<double>> byBody(const system::MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                        Vec vector);

}  // namespace tenon::analysis

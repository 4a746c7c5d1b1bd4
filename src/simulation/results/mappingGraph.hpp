#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Which states there are, what each follows, parents before children, and what acts on it: as text, and in the
/// language of Graphviz. Not collective, the same on every rank.
std::string textOfGraph(const system::MechanicalSystem& mechanics);
std::string dotOfGraph(const system::MechanicalSystem& mechanics);

}  // namespace tenon::simulation

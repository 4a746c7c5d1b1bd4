#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Collective. A value of each cell of a part of a region on this rank, [numCells], ghosts included, from those of the
/// cells that the ranks own, [numOwned].
std::vector<double> withGhostCells(const base::Communicator& comm, const RegionPart& part, std::vector<double> owned);

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Returns a value of each cell of a part of a region on this rank, [numCells], including ghost
/// cells, from the values of the owned cells.
/// @param comm  communicator of the mesh
/// @param part  part of a region
/// @param owned  [numOwned] values of the owned cells
/// @note Collective.
std::vector<double> withGhostCells(const base::Communicator& comm, const RegionPart& part, std::vector<double> owned);

}  // namespace tenon::fem

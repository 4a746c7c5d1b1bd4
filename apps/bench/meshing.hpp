// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Measures the path from a Gmsh file to a distributed mesh: reading, METIS and distribution; and
/// METIS_PartMeshDual alone on the same cells, with as many parts as ranks (2 on one rank, where
/// the library does not partition). Each time is the median of `reps` runs. For a partitioned file
/// (.h5): reading, checks and distribution; the ratio is reading with checks over reading alone.
/// Prints one JSON line on the root.
/// @note Collective.
void measureMesh(const base::Communicator& comm, const std::string& file, int reps);

}  // namespace tenon::bench

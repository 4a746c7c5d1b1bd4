// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ghostCells.hpp"

#include "base/Directory.hpp"

namespace tenon::fem {

// The owner of a ghost cell is not known. Ghost cells are therefore identified by their positions
// in the mesh file.
std::vector<double> withGhostCells(const base::Communicator& comm, const RegionPart& part, std::vector<double> owned) {
  const auto positionOf = [&](LocalIndex cell) {
    return part.cells().positions[static_cast<std::size_t>(part.cell(cell))];
  };
  std::vector<base::Directory<double>::KeyValuePair> mine;
  std::vector<std::int64_t> ghosts;
  for (LocalIndex cell = 0; cell < part.numOwned(); ++cell)
    mine.push_back({positionOf(cell), owned[static_cast<std::size_t>(cell)]});
  for (LocalIndex cell = part.numOwned(); cell < part.numCells(); ++cell) ghosts.push_back(positionOf(cell));
  for (const auto& value : base::Directory<double>(comm, mine).find(ghosts)) owned.push_back(value.value());
  return owned;
}

}  // namespace tenon::fem

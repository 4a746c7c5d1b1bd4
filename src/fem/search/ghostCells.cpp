#include "tenon/fem/search/ghostCells.hpp"

#include "tenon/base/Directory.hpp"

namespace tenon::fem {

// No rank knows who owns its ghost cells; their places in the mesh file say which ones they are.
std::vector<double> withGhostCells(const base::Communicator& comm, const RegionPart& part, std::vector<double> owned) {
  const auto positionOf = [&](LocalIndex cell) {
    return part.cells().positions[static_cast<std::size_t>(part.cell(cell))];
  };
  std::vector<base::Directory<double>::Pair> mine;
  std::vector<std::int64_t> ghosts;
  for (LocalIndex cell = 0; cell < part.numOwned(); ++cell)
    mine.push_back({positionOf(cell), owned[static_cast<std::size_t>(cell)]});
  for (LocalIndex cell = part.numOwned(); cell < part.numCells(); ++cell) ghosts.push_back(positionOf(cell));
  for (const auto& value : base::Directory<double>(comm, mine).find(ghosts)) owned.push_back(value.value());
  return owned;
}

}  // namespace tenon::fem

#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/Accumulator.hpp"
#include "tenon/la/Layout.hpp"
#include "tenon/la/State.hpp"

// Small structured meshes made in the tests themselves, spread over the ranks by slabs; numbered so that matrices of
// any number of ranks have the same rows in the same order.
namespace tenon::la::testing {

inline base::Communicator world() {
  return base::Communicator::world();
}

/// One rank's part of a mesh: nodes [first, first + owned) of the whole, and every cell that touches one of them.
struct Part {
  std::shared_ptr<const Layout> layout;
  std::vector<LocalIndex> nodes;  ///< [cells][nodes of a cell], local numbers
  int nodes_per_cell = 0;
  std::vector<std::vector<PetscInt>> all_cells;  ///< every cell of the mesh by global numbers: for the dense reference

  ElementTable table() const {
    return {nodes.data(), nodes_per_cell, static_cast<LocalIndex>(nodes.size()) / nodes_per_cell};
  }
};

/// Cuts a mesh: rank r owns the nodes [n r / ranks, n (r + 1) / ranks), or all but the last rank nothing.
inline Part cut(const base::Communicator& comm, PetscInt num_nodes, std::vector<std::vector<PetscInt>> cells,
                bool all_on_last_rank = false) {
  const auto start = [&](int r) -> PetscInt {
    if (all_on_last_rank) return r == comm.size() ? num_nodes : 0;
    return num_nodes * r / comm.size();
  };
  const PetscInt first = start(comm.rank()), last = start(comm.rank() + 1);
  const auto owned = [&](PetscInt n) { return first <= n && n < last; };
  Part part;
  part.all_cells = std::move(cells);
  part.nodes_per_cell = static_cast<int>(part.all_cells.front().size());
  std::vector<GlobalIndex> ghosts;
  std::vector<LocalIndex> local(static_cast<std::size_t>(num_nodes), -1);
  for (PetscInt n = first; n < last; ++n) local[static_cast<std::size_t>(n)] = static_cast<LocalIndex>(n - first);
  for (const auto& cell : part.all_cells) {
    if (std::none_of(cell.begin(), cell.end(), owned)) continue;
    for (const PetscInt n : cell) {
      LocalIndex& l = local[static_cast<std::size_t>(n)];
      if (l < 0) {
        l = static_cast<LocalIndex>(last - first) + static_cast<LocalIndex>(ghosts.size());
        ghosts.emplace_back(n);
      }
      part.nodes.push_back(l);
    }
  }
  part.layout = std::make_shared<Layout>(comm, static_cast<LocalIndex>(last - first), std::move(ghosts));
  return part;
}

/// A chain of num_nodes nodes and num_nodes - 1 two-node cells.
inline Part chain(const base::Communicator& comm, PetscInt num_nodes, bool all_on_last_rank = false) {
  std::vector<std::vector<PetscInt>> cells;
  for (PetscInt n = 0; n + 1 < num_nodes; ++n) cells.push_back({n, n + 1});
  return cut(comm, num_nodes, std::move(cells), all_on_last_rank);
}

/// A grid of nx x ny quadrilaterals, nodes counted row by row.
inline Part quadGrid(const base::Communicator& comm, PetscInt nx, PetscInt ny, bool all_on_last_rank = false) {
  std::vector<std::vector<PetscInt>> cells;
  for (PetscInt j = 0; j < ny; ++j)
    for (PetscInt i = 0; i < nx; ++i) {
      const PetscInt n = j * (nx + 1) + i;
      cells.push_back({n, n + 1, n + nx + 2, n + nx + 1});
    }
  return cut(comm, (nx + 1) * (ny + 1), std::move(cells), all_on_last_rank);
}

/// A grid of nx x ny x nz hexahedra, nodes counted row by row, layer by layer.
inline Part hexGrid(const base::Communicator& comm, PetscInt nx, PetscInt ny, PetscInt nz) {
  std::vector<std::vector<PetscInt>> cells;
  const PetscInt layer = (nx + 1) * (ny + 1);
  for (PetscInt k = 0; k < nz; ++k)
    for (PetscInt j = 0; j < ny; ++j)
      for (PetscInt i = 0; i < nx; ++i) {
        const PetscInt n = k * layer + j * (nx + 1) + i, m = n + layer;
        cells.push_back({n, n + 1, n + nx + 2, n + nx + 1, m, m + 1, m + nx + 2, m + nx + 1});
      }
  return cut(comm, layer * (nz + 1), std::move(cells));
}

/// A state on the nodes of a part: frames in space where a node has 6 unknowns. Where its nodes rest does not matter.
inline State makeState(const std::string& name, const Part& part, int block) {
  const Kind kind = block == 6 ? Kind::frames : block == 1 ? Kind::scalars : Kind::points;
  return State(name, part.layout, kind, block,
               std::vector<double>(static_cast<std::size_t>(part.layout->numLocal() * block)));
}

}  // namespace tenon::la::testing

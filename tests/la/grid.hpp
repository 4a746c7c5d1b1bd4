// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/layout/Layout.hpp"
#include "tenon/la/layout/State.hpp"

// Small structured meshes for tests, distributed over the ranks by slabs. The numbering does not
// depend on the number of ranks, so that matrices have the same rows in the same order.
namespace tenon::la::testing {

inline base::Communicator world() {
  return base::Communicator::world();
}

/// Part of a mesh on one rank: the owned nodes [first, first + owned) of the whole mesh and all
/// cells with an owned node.
struct Part {
  std::shared_ptr<const Layout> layout;
  std::vector<LocalIndex> nodes;  ///< [cells][nodes of a cell], local numbers
  int nodes_per_cell = 0;
  std::vector<std::vector<PetscInt>> all_cells;  ///< all cells of the mesh in global node numbers

  ElementTable table() const {
    return {nodes.data(), nodes_per_cell, static_cast<LocalIndex>(nodes.size()) / nodes_per_cell};
  }
};

/// Distributes a mesh. Rank r owns the nodes [n r / ranks, n (r + 1) / ranks); with
/// `all_on_last_rank` the last rank owns all nodes. @note Collective.
inline Part distribute(const base::Communicator& comm, PetscInt num_nodes, std::vector<std::vector<PetscInt>> cells,
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

/// Returns a chain of num_nodes nodes and num_nodes - 1 two-node cells. @note Collective.
inline Part chain(const base::Communicator& comm, PetscInt num_nodes, bool all_on_last_rank = false) {
  std::vector<std::vector<PetscInt>> cells;
  for (PetscInt n = 0; n + 1 < num_nodes; ++n) cells.push_back({n, n + 1});
  return distribute(comm, num_nodes, std::move(cells), all_on_last_rank);
}

/// Returns a grid of nx x ny quadrilaterals with nodes numbered row by row. @note Collective.
inline Part quadGrid(const base::Communicator& comm, PetscInt nx, PetscInt ny, bool all_on_last_rank = false) {
  std::vector<std::vector<PetscInt>> cells;
  for (PetscInt j = 0; j < ny; ++j)
    for (PetscInt i = 0; i < nx; ++i) {
      const PetscInt n = j * (nx + 1) + i;
      cells.push_back({n, n + 1, n + nx + 2, n + nx + 1});
    }
  return distribute(comm, (nx + 1) * (ny + 1), std::move(cells), all_on_last_rank);
}

/// Returns a grid of nx x ny x nz hexahedra with nodes numbered row by row and layer by layer.
/// @note Collective.
inline Part hexGrid(const base::Communicator& comm, PetscInt nx, PetscInt ny, PetscInt nz) {
  std::vector<std::vector<PetscInt>> cells;
  const PetscInt layer = (nx + 1) * (ny + 1);
  for (PetscInt k = 0; k < nz; ++k)
    for (PetscInt j = 0; j < ny; ++j)
      for (PetscInt i = 0; i < nx; ++i) {
        const PetscInt n = k * layer + j * (nx + 1) + i, m = n + layer;
        cells.push_back({n, n + 1, n + nx + 2, n + nx + 1, m, m + 1, m + nx + 2, m + nx + 1});
      }
  return distribute(comm, layer * (nz + 1), std::move(cells));
}

/// Returns a state on the nodes of a part: frames for 6 degrees of freedom per node, scalars for 1,
/// otherwise points. The reference configuration is zero, which the tests do not use.
inline State makeState(const std::string& name, const Part& part, int block) {
  const NodeKind kind = block == 6 ? NodeKind::frames : block == 1 ? NodeKind::scalars : NodeKind::points;
  return State(name, part.layout, kind, block,
               std::vector<double>(static_cast<std::size_t>(part.layout->numLocal() * block)));
}

}  // namespace tenon::la::testing

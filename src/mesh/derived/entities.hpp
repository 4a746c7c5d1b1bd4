// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "groupSets.hpp"
#include "mesh/derive.hpp"
#include "mesh/distribution/boundary.hpp"

namespace tenon::mesh {

/// Cells from which a mesh is derived.
struct Selection {
  int dimension = 0;
  std::vector<std::vector<char>> cells;  ///< [blocks][cells, ghosts included], all of this dimension
};

/// Face, edge or node of a cell: its type and the indices of its nodes in the cell.
struct EntityType {
  CellType type;
  std::vector<int> nodes;
};
/// Returns the entities of one dimension in a fixed order; the cell itself for its own dimension.
/// Facets are oriented outward.
const std::vector<EntityType>& entitiesOf(CellType type, int dimension);

/// Face or edge of the selected cells, listed once, with the first cell (by block and position in
/// the file) that contains it.
struct Entity {
  std::size_t block;
  LocalIndex cell;
  std::size_t number;       ///< index in entitiesOf() of the cell
  std::vector<int> groups;  ///< groups of all cells that contain it, ascending
  bool is_owned;            ///< true if this rank owns the first vertex
};

/// Returns all entities that contain a node owned by this rank; if `only_boundary`, those of one
/// cell only.
/// @note Not collective.
std::vector<Entity> findEntities(const Mesh& mesh, const Selection& selection, const Memberships& memberships,
                                 int dimension, bool only_boundary);

}  // namespace tenon::mesh

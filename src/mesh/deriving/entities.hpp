#pragma once
#include <vector>

#include "distribution/boundary.hpp"
#include "groupSets.hpp"
#include "tenon/mesh/derive.hpp"

namespace tenon::mesh {

/// The cells that something is made of.
struct Selection {
  int dimension = 0;
  std::vector<std::vector<char>> cells;  ///< [blocks][cells, ghosts included], all of that dimension
};

/// A face, edge or node of a cell: its type and its nodes as places in the cell.
struct EntityType {
  CellType type;
  std::vector<int> nodes;
};
/// Those of one dimension, in a fixed order; a cell itself where that is its own. Facets look outward.
const std::vector<EntityType>& entitiesOf(CellType type, int dimension);

/// Faces or edges of selected cells, each once, with the first cell (by block and place in the file) that has it.
struct Entity {
  std::size_t block;
  LocalIndex cell;
  std::size_t number;       ///< among entitiesOf() the cell
  std::vector<int> groups;  ///< of all cells that contain it, ascending
  bool is_mine;             ///< the owner of its first vertex says so
};

/// All that touch a node that this rank owns; where `only_boundary`, of one cell only. Not collective.
std::vector<Entity> findEntities(const Mesh& mesh, const Selection& selection, const Memberships& memberships,
                                 int dimension, bool only_boundary);

}  // namespace tenon::mesh

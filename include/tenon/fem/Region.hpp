// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::fem {

using base::LocalIndex;

/// Cells of one type of a region: owned cells first, then ghost cells.
class RegionPart {
 public:
  /// Constructs a part from cells of one block. The connectivity of the block itself is used if
  /// `cells` contains all of them.
  /// @param mesh  mesh that must outlive this part
  /// @param block  number of the block in the mesh
  /// @param cells  indices of the cells in the block, in ascending order
  RegionPart(const mesh::Mesh& mesh, int block, std::vector<LocalIndex> cells);

  /// Returns the number of the block in the mesh.
  int block() const { return block_; }
  /// Returns the block of the mesh.
  const mesh::CellBlock& cells() const { return *cells_; }
  /// Returns the cell type.
  mesh::CellType type() const { return cells_->type; }
  /// Returns the number of cells on this rank, including ghost cells.
  LocalIndex numCells() const { return num_cells_; }
  /// Returns the number of owned cells.
  LocalIndex numOwned() const { return num_owned_; }
  /// Returns the index in the mesh block of cell `i` of this part.
  LocalIndex cell(LocalIndex i) const { return subset_.empty() ? i : subset_[static_cast<std::size_t>(i)]; }
  /// Returns the local nodes of cell `i`, [nodes of a cell].
  const LocalIndex* nodesOf(LocalIndex i) const {
    return table_.nodes + static_cast<std::ptrdiff_t>(i) * table_.nodes_per_element;
  }
  /// Returns the connectivity for accumulators. The table is valid as long as this part exists.
  const la::ElementTable& table() const { return table_; }

 private:
  const mesh::CellBlock* cells_;
  int block_;
  LocalIndex num_cells_, num_owned_;
  std::vector<LocalIndex> subset_, nodes_;  // empty if the part is the whole block
  la::ElementTable table_;
};

/// Cells of one dimension of a named group, or of the whole object, on this rank, by cell type.
class Region {
 public:
  /// Selects the cells of a group.
  /// @param domain  object of the region
  /// @param group  name of a group of dimension `dimension`, or "" for all cells of that dimension
  /// @param dimension  dimension of the cells, 0 to 3
  /// @param context  name of the contributor, with which messages begin
  /// @throws InputError if the group is missing or of another dimension.
  /// @note Not collective, but the result or the error is the same on every rank.
  Region(const Domain& domain, const std::string& group, int dimension, const std::string& context);
  Region(const Region&) = delete;  // the element tables point into the parts
  Region& operator=(const Region&) = delete;
  /// Moves the region; references to its parts and tables remain valid.
  Region(Region&&) = default;

  /// Returns the dimension of the cells.
  int dimension() const { return dimension_; }
  /// Returns true if integrals are those of bodies or surfaces of revolution, with 2 pi r dA or 2
  /// pi r ds.
  bool isAxisymmetric() const { return is_axisymmetric_; }
  /// Returns the cells by cell type.
  const std::vector<RegionPart>& parts() const { return parts_; }

 private:
  int dimension_;
  bool is_axisymmetric_;
  std::vector<RegionPart> parts_;
};

/// Returns "volumes", "faces", "lines" or "points" for the dimension 3, 2, 1 or 0.
const char* cellsOfDimension(int dimension);

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::fem {

using base::LocalIndex;

/// Cells of one type in a region. Owned cells precede ghost cells.
class RegionPart {
 public:
  /// Constructs a part from cells of one mesh block. If `cells` contains all cells of the block,
  /// the part refers to the connectivity of the block instead of copying it.
  /// @param mesh  mesh, which must outlive this part
  /// @param block  number of the block in the mesh
  /// @param cells  indices of the cells in the block, in ascending order
  RegionPart(const mesh::Mesh& mesh, int block, std::vector<LocalIndex> cells);

  /// Returns the number of the mesh block that contains the cells.
  int block() const { return block_; }
  /// Returns the mesh block that contains the cells.
  const mesh::CellBlock& cells() const { return *cells_; }
  /// Returns the cell type.
  mesh::CellType type() const { return cells_->type; }
  /// Returns the number of cells on this rank, including ghost cells.
  LocalIndex numCells() const { return num_cells_; }
  /// Returns the number of owned cells.
  LocalIndex numOwned() const { return num_owned_; }
  /// Returns the index within the mesh block of cell `i` of this part.
  LocalIndex cell(LocalIndex i) const { return subset_.empty() ? i : subset_[static_cast<std::size_t>(i)]; }
  /// Returns the local nodes of cell `i`, [nodes of a cell].
  const LocalIndex* nodesOf(LocalIndex i) const {
    return table_.nodes + static_cast<std::ptrdiff_t>(i) * table_.nodes_per_element;
  }
  /// Returns the connectivity of the cells, for accumulators. The table is valid as long as this
  /// part exists.
  const la::ElementTable& table() const { return table_; }

 private:
  const mesh::CellBlock* cells_;
  int block_;
  LocalIndex num_cells_, num_owned_;
  std::vector<LocalIndex> subset_, nodes_;  // empty if the part is the whole block
  la::ElementTable table_;
};

/// Cells of one dimension on this rank, in a named group or in a whole object, grouped by cell
/// type.
class Region {
 public:
  /// Selects the cells of a group.
  /// @param domain  object to which the region belongs
  /// @param group  name of a group of dimension `dimension`, or "" for all cells of that dimension
  /// @param dimension  dimension of the cells, 0 to 3
  /// @param context  name of the contributor, for error messages
  /// @throws InputError if the group does not exist or has no cells of this dimension, or if no
  ///   group is named and the mesh has a lower dimension
  /// @note Not collective, but an error is thrown on all ranks.
  Region(const Domain& domain, const std::string& group, int dimension, const std::string& context);
  Region(const Region&) = delete;  // the element tables point into the parts
  Region& operator=(const Region&) = delete;
  /// Moves the region; references to its parts and tables remain valid.
  Region(Region&&) = default;

  /// Returns the dimension of the cells.
  int dimension() const { return dimension_; }
  /// Returns true if the region belongs to a body of revolution. Integrals then extend over the
  /// whole circumference, with the measure 2 pi r dA for bodies and 2 pi r ds for surfaces.
  bool isAxisymmetric() const { return is_axisymmetric_; }
  /// Returns the parts of the region, one for each cell type. Parts may be empty.
  const std::vector<RegionPart>& parts() const { return parts_; }

 private:
  int dimension_;
  bool is_axisymmetric_;
  std::vector<RegionPart> parts_;
};

/// Returns the word for cells of the given dimension in messages: "volumes", "faces", "lines" or
/// "points" for dimension 3, 2, 1 or 0, respectively.
const char* cellsOfDimension(int dimension);

}  // namespace tenon::fem

#pragma once
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/la/Accumulator.hpp"

namespace tenon::fem {

using base::LocalIndex;

/// The cells of one type of a region: owned ones first, then ghosts.
class RegionPart {
 public:
  /// `cells`: of block number `block`, ascending; the block's own connectivity is used when that is all of them.
  RegionPart(const mesh::Mesh& mesh, int block, std::vector<LocalIndex> cells);

  int block() const { return block_; }
  const mesh::CellBlock& cells() const { return *cells_; }
  mesh::CellType type() const { return cells_->type; }
  LocalIndex numCells() const { return num_cells_; }
  LocalIndex numOwned() const { return num_owned_; }
  /// Number of the region's cell `i` in its block.
  LocalIndex cell(LocalIndex i) const { return subset_.empty() ? i : subset_[static_cast<std::size_t>(i)]; }
  /// Nodes of cell `i`.
  const LocalIndex* nodesOf(LocalIndex i) const {
    return table_.nodes + static_cast<std::ptrdiff_t>(i) * table_.nodes_per_element;
  }
  /// Connectivity for accumulators; lives as long as this part.
  const la::ElementTable& table() const { return table_; }

 private:
  const mesh::CellBlock* cells_;
  int block_;
  LocalIndex num_cells_, num_owned_;
  std::vector<LocalIndex> subset_, nodes_;  // empty where the part is the whole block
  la::ElementTable table_;
};

/// The cells of one dimension of a named group, or of the whole object, on this rank, by cell type.
class Region {
 public:
  /// `group`: a group of dimension `dimension`, or "" for all cells of that dimension. Not collective, but the same
  /// result or error on every rank. InputError where the group is missing or of another dimension; `wanted_by` is the
  /// contributor's name and begins the sentence.
  Region(const Domain& domain, const std::string& group, int dimension, const std::string& wanted_by);
  Region(const Region&) = delete;  // element tables point into the parts
  Region& operator=(const Region&) = delete;
  Region(Region&&) = default;

  int dimension() const { return dimension_; }
  /// Whether its integrals are those of bodies or surfaces of revolution: of 2 pi r dA or 2 pi r ds.
  bool isAxisymmetric() const { return is_axisymmetric_; }
  const std::vector<RegionPart>& parts() const { return parts_; }

 private:
  int dimension_;
  bool is_axisymmetric_;
  std::vector<RegionPart> parts_;
};

/// "volumes", "faces", "lines" or "points".
const char* cellsOfDimension(int dimension);

}  // namespace tenon::fem

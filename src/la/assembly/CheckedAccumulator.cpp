// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/CheckedAccumulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::la {
namespace {

// Adds 0 to every lane whose entries are all finite, and NaN to the others. Four independent sums
// avoid waiting for the previous addition.
inline void addWhereNotFinite(const Lane* entries, std::ptrdiff_t count, Lane (&sums)[4]) {
  Lane s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3];
  std::ptrdiff_t k = 0;
  for (; k + 4 <= count; k += 4) {
    s0 += 0.0 * entries[k];
    s1 += 0.0 * entries[k + 1];
    s2 += 0.0 * entries[k + 2];
    s3 += 0.0 * entries[k + 3];
  }
  for (; k < count; ++k) s0 += 0.0 * entries[k];
  sums[0] = s0, sums[1] = s1, sums[2] = s2, sums[3] = s3;
}

}  // namespace

CheckedAccumulator::CheckedAccumulator(const State& row, const State& column, const std::string& contributor,
                                       IndexChecking checking, Accumulator& inner)
    : row_(&row),
      column_(&column),
      checks_values_(checking == IndexChecking::values),
      expected_{row.block(), column.block()},
      inner_(&inner) {
  setOrigin({&row, &column, &contributor});
}

void CheckedAccumulator::requireShape(BlockShape shape) const {
  if (!(shape == expected_)) rejectShape(shape, expected_);
}

void CheckedAccumulator::requireNode(const State& state, LocalIndex node) const {
  if (node < 0 || node >= state.layout().numLocal())
    reject(fmt::format("there is no local node {} of \"{}\", which has {} on this rank.", node, state.name(),
                       base::formatCount(state.layout().numLocal(), "node")));
}

void CheckedAccumulator::requireTable(const State& state, const ElementTable& table) const {
  const auto n = static_cast<std::ptrdiff_t>(table.nodes_per_element);
  const LocalIndex* const end = table.nodes + table.num_elements * n;
  const auto num_nodes = static_cast<std::uint32_t>(state.layout().numLocal());
  std::uint32_t largest = 0;  // a negative number is large when converted to unsigned
  for (const LocalIndex* node = table.nodes; node != end; ++node)
    largest = std::max(largest, static_cast<std::uint32_t>(*node));
  if (table.nodes == end || largest < num_nodes) return;
  const auto* const bad = std::find_if(
      table.nodes, end, [num_nodes](LocalIndex node) { return static_cast<std::uint32_t>(node) >= num_nodes; });
  reject(fmt::format("element {} of a table of {} refers to local node {} of \"{}\", which has {} on this rank.",
                     (bad - table.nodes) / n, base::formatCount(table.num_elements, "element"), *bad, state.name(),
                     base::formatCount(num_nodes, "node")));
}

void CheckedAccumulator::requireBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape) const {
  requireShape(shape);
  requireNode(*row_, row_node);
  requireNode(*column_, column_node);
}

void CheckedAccumulator::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) {
  requireBlock(row_node, column_node, shape);
  if (checks_values_ && inner_->needsValues()) requireFinite(row_node, column_node, shape, block);
  inner_->addBlock(row_node, column_node, shape, block);
}

void CheckedAccumulator::requireFinite(LocalIndex row_node, LocalIndex column_node, BlockShape shape,
                                       const double* block) const {
  for (int k = 0; k < shape.rows * shape.columns; ++k)
    if (!std::isfinite(block[k]))
      reject(fmt::format("entry ({}, {}) in the row of local node {} and the column of local node {} is {}.",
                         k / shape.columns, k % shape.columns, row_node, column_node, block[k]));
}

void CheckedAccumulator::requireTables(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                                       ElementSymmetry symmetry) const {
  requireShape(shape);
  if (rows.num_elements != columns.num_elements)
    reject(fmt::format(
        "the table of the row nodes has {}, but that of the column nodes has {}: the numbers must be equal.",
        base::formatCount(rows.num_elements, "element"), columns.num_elements));
  if (symmetry == ElementSymmetry::symmetric && (row_ != column_ || !(rows == columns)))
    reject("element matrices are declared symmetric, but their row and column nodes differ.");
  requireTable(*row_, rows);
  if (!(rows == columns) || row_ != column_) requireTable(*column_, columns);
}

void CheckedAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                                       ElementSymmetry symmetry) {
  requireTables(rows, columns, shape, symmetry);
  symmetric_ = symmetry == ElementSymmetry::symmetric;
  rows_ = rows;
  columns_ = columns;
  inner_->beginElements(rows, columns, shape, symmetry);
}

void CheckedAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  if (first < 0 || count < 0 || count > num_lanes || first + count > rows_.num_elements)
    reject(fmt::format("there are no elements {} to {} in a table of {}.", first, first + count - 1,
                       base::formatCount(rows_.num_elements, "element")));
  if (checks_values_ && inner_->needsValues()) requireFinite(first, count, matrix);
  inner_->addElements(first, count, matrix);
}

// Blocks that are not read and lanes beyond `count` may contain arbitrary values.
void CheckedAccumulator::requireFinite(LocalIndex first, int count, const Lane* matrix) const {
  const int m = rows_.nodes_per_element, n = columns_.nodes_per_element;
  const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(row_->block()) * column_->block();
  Lane sums[4] = {};
  for (int a = 0; a < m; ++a) {
    const int begin = symmetric_ ? a : 0;
    addWhereNotFinite(matrix + (static_cast<std::ptrdiff_t>(a) * n + begin) * size, (n - begin) * size, sums);
  }
  const Lane sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (int e = 0; e < count; ++e)
    if (sum[e] != 0.0) reject(fmt::format("the matrix of element {} has an entry that is not finite.", first + e));
}

}  // namespace tenon::la

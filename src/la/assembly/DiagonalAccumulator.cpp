// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/DiagonalAccumulator.hpp"

#include <algorithm>

namespace tenon::la {

DiagonalAccumulator::DiagonalAccumulator(const State& state, DiagonalKind kind, gsl::span<double> values)
    : block_(state.block()), kind_(kind), num_owned_(state.layout().numOwned()), values_(values) {}

template <class Entry>
void DiagonalAccumulator::add(LocalIndex node, Entry&& entry) {
  const std::ptrdiff_t b = block_;
  if (kind_ == DiagonalKind::scalar) {
    double* const to = values_.data() + node * b;
    for (int i = 0; i < b; ++i) to[i] += factor() * entry(i, i);
  } else {
    double* const to = values_.data() + node * b * b;
    for (int i = 0; i < b; ++i)
      for (int j = 0; j < b; ++j) to[i * b + j] += factor() * entry(i, j);
  }
}

void DiagonalAccumulator::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double* block) {
  if (row_node != column_node || row_node >= num_owned_) return;
  add(row_node, [&](int i, int j) { return block[i * block_ + j]; });
}

void DiagonalAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                        ElementSymmetry symmetry) {
  rows_ = rows;
  columns_ = columns;
  symmetric_ = symmetry == ElementSymmetry::symmetric;
}

void DiagonalAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  const int m = rows_.nodes_per_element, n = columns_.nodes_per_element, size = block_ * block_;
  const LocalIndex* row_nodes = rows_.nodes + static_cast<std::ptrdiff_t>(first) * m;
  const LocalIndex* column_nodes = columns_.nodes + static_cast<std::ptrdiff_t>(first) * n;
  for (int e = 0; e < count; ++e, row_nodes += m, column_nodes += n)
    for (int a = 0; a < m; ++a) {
      if (row_nodes[a] >= num_owned_) continue;
      // Usually only a == b matches; a degenerate element has one node twice.
      for (int b = 0; b < n; ++b) {
        if (column_nodes[b] != row_nodes[a]) continue;
        const bool mirrored = symmetric_ && a > b;
        const Lane* const block = matrix + static_cast<std::ptrdiff_t>(mirrored ? b * n + a : a * n + b) * size;
        add(row_nodes[a], [&](int i, int j) { return block[mirrored ? j * block_ + i : i * block_ + j][e]; });
      }
    }
}

}  // namespace tenon::la

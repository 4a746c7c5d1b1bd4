// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MatrixFreeProduct.hpp"

namespace tenon::la {

ProductAccumulator::ProductAccumulator(const State& row, const State& column, gsl::span<const double> x,
                                       gsl::span<double> y)
    : rows_(row.block()), columns_(column.block()), num_owned_rows_(row.layout().numOwned()), x_(x), y_(y) {}

void ProductAccumulator::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double* block) {
  if (row_node >= num_owned_rows_) return;
  const double* const x = x_.data() + static_cast<std::ptrdiff_t>(column_node) * columns_;
  double* const y = y_.data() + static_cast<std::ptrdiff_t>(row_node) * rows_;
  for (int i = 0; i < rows_; ++i)
    for (int j = 0; j < columns_; ++j) y[i] += block[i * columns_ + j] * x[j];
}

void ProductAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                       ElementSymmetry symmetry) {
  row_table_ = rows;
  column_table_ = columns;
  symmetry_ = symmetry;
}

void ProductAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  const int m = row_table_.nodes_per_element, n = column_table_.nodes_per_element, size = rows_ * columns_;
  const LocalIndex* row_nodes = row_table_.nodes + static_cast<std::ptrdiff_t>(first) * m;
  const LocalIndex* column_nodes = column_table_.nodes + static_cast<std::ptrdiff_t>(first) * n;
  for (int e = 0; e < count; ++e, row_nodes += m, column_nodes += n)
    for (int a = 0; a < m; ++a) {
      if (row_nodes[a] >= num_owned_rows_) continue;
      double* const y = y_.data() + static_cast<std::ptrdiff_t>(row_nodes[a]) * rows_;
      for (int b = 0; b < n; ++b) {
        const bool mirrored = symmetry_ == ElementSymmetry::symmetric && b < a;
        const Lane* const block = matrix + static_cast<std::ptrdiff_t>(mirrored ? b * n + a : a * n + b) * size;
        const double* const x = x_.data() + static_cast<std::ptrdiff_t>(column_nodes[b]) * columns_;
        for (int i = 0; i < rows_; ++i)
          for (int j = 0; j < columns_; ++j) y[i] += block[mirrored ? j * rows_ + i : i * columns_ + j][e] * x[j];
      }
    }
}

AccumulatorOfPair MatrixFreeProduct::finder() {
  return [this](const State& row, const State& column) -> Accumulator& {
    auto& accumulator = accumulators_[{&row, &column}];
    if (!accumulator) {
      accumulator = std::make_unique<ProductAccumulator>(row, column, x_->of(column), y_->on(row));
      accumulator->setOrigin({&row, &column, nullptr});
    }
    return *accumulator;
  };
}

}  // namespace tenon::la

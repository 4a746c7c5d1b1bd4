#pragma once
#include "tenon/la/Accumulator.hpp"

namespace tenon::la {

/// Blocks of element matrices cut into smaller ones: [row nodes][column nodes] blocks of `shape` into
/// [row nodes x m][column nodes x n] blocks g x g, m = ceil(shape.rows / g), n = ceil(shape.columns / g), both a Lane per
/// entry, row by row. `symmetric`: blocks (a, b) with a > b are neither read nor written, and nor is what of a block goes
/// beyond the shape.
inline void splitBlocks(const Lane* matrix, int num_rows, int num_columns, BlockShape shape, int g, bool symmetric,
                        Lane* split) {
  const int m = (shape.rows + g - 1) / g, n = (shape.columns + g - 1) / g, split_columns = num_columns * n;
  for (int a = 0; a < num_rows; ++a)
    for (int b = symmetric ? a : 0; b < num_columns; ++b) {
      const Lane* block = matrix + static_cast<std::ptrdiff_t>(a * num_columns + b) * shape.rows * shape.columns;
      for (int i = 0; i < shape.rows; ++i)
        for (int j = 0; j < shape.columns; ++j, ++block) {
          const std::ptrdiff_t at = (a * m + i / g) * split_columns + b * n + j / g;
          split[(at * g + i % g) * g + j % g] = *block;
        }
    }
}

}  // namespace tenon::la

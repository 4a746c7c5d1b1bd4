// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::la {

/// Splits the blocks of element matrices into smaller ones: [row nodes][column nodes] blocks of
/// `shape` into [row nodes x m][column nodes x n] blocks g x g, with m = ceil(shape.rows / g) and n
/// = ceil(shape.columns / g). Both arrays have one Lane per entry and are row-major.
/// @param symmetric  if true, blocks (a, b) with a > b are neither read nor written
/// @param split  receives the blocks; entries of `split` beyond `shape` are not written
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/Tensor.hpp"

// Conversion of symmetric tensors from and to six numbers, XX YY ZZ XY YZ XZ.
namespace tenon::fem {

/// Row and column of each of the six numbers.
inline constexpr int symmetric_rows[6] = {0, 1, 2, 0, 1, 0}, symmetric_columns[6] = {0, 1, 2, 1, 2, 2};

/// Returns the tensor with these six numbers.
inline Tensor<Lane> unpackSymmetric(const Lane* six) {
  Tensor<Lane> a;
  for (int c = 0; c < 6; ++c) {
    const int i = symmetric_rows[c], j = symmetric_columns[c];
    a(i, j) = a(j, i) = six[c];
  }
  return a;
}

/// Writes the six numbers of a symmetric tensor.
inline void packSymmetric(const Tensor<Lane>& a, Lane* six) {
  for (int c = 0; c < 6; ++c) six[c] = a(symmetric_rows[c], symmetric_columns[c]);
}

}  // namespace tenon::fem

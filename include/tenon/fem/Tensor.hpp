// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::fem {

/// Second-order tensor with 3 × 3 entries for material models. T is double, Lane, Dual or a jet.
template <class T>
struct Tensor {
  T entry[3][3] = {};  ///< entries, [row][column]
  /// Returns the entry in row i and column j.
  T& operator()(int i, int j) { return entry[i][j]; }
  /// Returns the entry in row i and column j.
  const T& operator()(int i, int j) const { return entry[i][j]; }

  /// Returns the sum a + b.
  friend Tensor operator+(Tensor a, const Tensor& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a(i, j) = a(i, j) + b(i, j);
    return a;
  }
  /// Returns the difference a - b.
  friend Tensor operator-(Tensor a, const Tensor& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a(i, j) = a(i, j) - b(i, j);
    return a;
  }
  /// Returns the product of a scalar and a tensor.
  template <class Factor>
  friend Tensor operator*(const Factor& factor, Tensor a) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a(i, j) = factor * a(i, j);
    return a;
  }
};

/// Returns the product a b.
template <class T>
Tensor<T> product(const Tensor<T>& a, const Tensor<T>& b) {
  Tensor<T> ab;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) ab(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return ab;
}

/// Returns the transpose of a.
template <class T>
Tensor<T> transpose(const Tensor<T>& a) {
  Tensor<T> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = a(j, i);
  return result;
}

/// Returns the trace of a.
template <class T>
T trace(const Tensor<T>& a) {
  return a(0, 0) + a(1, 1) + a(2, 2);
}

/// Returns the double contraction a : b, the sum of the products of corresponding entries.
template <class T>
T contraction(const Tensor<T>& a, const Tensor<T>& b) {
  T sum = a(0, 0) * b(0, 0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i + j > 0) sum = sum + a(i, j) * b(i, j);
  return sum;
}

/// Returns the cofactor tensor det(a) a^-T, which is the derivative d(det a)/da.
template <class T>
Tensor<T> cofactor(const Tensor<T>& a) {
  Tensor<T> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      result(i, j) = a(i1, j1) * a(i2, j2) - a(i1, j2) * a(i2, j1);
    }
  return result;
}

/// Returns the determinant of a.
template <class T>
T determinant(const Tensor<T>& a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) + a(0, 1) * (a(1, 2) * a(2, 0) - a(1, 0) * a(2, 2)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}

/// Returns the spherical tensor a I.
template <class T>
Tensor<T> spherical(const T& a) {
  Tensor<T> result;
  for (int i = 0; i < 3; ++i) result(i, i) = a;
  return result;
}

/// Returns the small strain eps = (H + H^T) / 2 of a displacement gradient H.
template <class T>
Tensor<T> strain(const Tensor<T>& H) {
  Tensor<T> eps;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) eps(i, j) = 0.5 * (H(i, j) + H(j, i));
  return eps;
}

/// Returns the deformation gradient F = I + H.
template <class T>
Tensor<T> deformationGradient(Tensor<T> H) {
  for (int i = 0; i < 3; ++i) H(i, i) = H(i, i) + 1.0;
  return H;
}

/// Returns the Green-Lagrange strain E = (H + H^T + H^T H) / 2 = (F^T F - I) / 2.
template <class T>
Tensor<T> greenStrain(const Tensor<T>& H) {
  Tensor<T> E;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      E(i, j) = E(j, i) = 0.5 * (H(i, j) + H(j, i) + (H(0, i) * H(0, j) + H(1, i) * H(1, j) + H(2, i) * H(2, j)));
  return E;
}

/// Returns I_1 - 3 = F : F - 3, computed without cancellation at small strain.
template <class T>
T firstInvariantMinus3(const Tensor<T>& H) {
  return 2.0 * trace(H) + contraction(H, H);
}

}  // namespace tenon::fem

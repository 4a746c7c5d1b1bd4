#pragma once

namespace tenon::fem {

/// A 3 x 3 tensor over double, Lane or Dual: what materials calculate with.
template <class T>
struct Tensor {
  T entry[3][3] = {};
  T& operator()(int i, int j) { return entry[i][j]; }
  const T& operator()(int i, int j) const { return entry[i][j]; }

  friend Tensor operator+(Tensor a, const Tensor& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a(i, j) = a(i, j) + b(i, j);
    return a;
  }
  template <class Factor>
  friend Tensor operator*(const Factor& factor, Tensor a) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a(i, j) = factor * a(i, j);
    return a;
  }
};

/// a b
template <class T>
Tensor<T> product(const Tensor<T>& a, const Tensor<T>& b) {
  Tensor<T> ab;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) ab(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return ab;
}

template <class T>
Tensor<T> transpose(const Tensor<T>& a) {
  Tensor<T> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = a(j, i);
  return result;
}

template <class T>
T trace(const Tensor<T>& a) {
  return a(0, 0) + a(1, 1) + a(2, 2);
}

inline double determinant(const Tensor<double>& a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) - a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}

/// a I
template <class T>
Tensor<T> spherical(const T& a) {
  Tensor<T> result;
  for (int i = 0; i < 3; ++i) result(i, i) = a;
  return result;
}

/// Small strain of a displacement gradient H: eps = (H + H^T) / 2.
template <class T>
Tensor<T> strain(const Tensor<T>& H) {
  Tensor<T> eps;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) eps(i, j) = 0.5 * (H(i, j) + H(j, i));
  return eps;
}

}  // namespace tenon::fem

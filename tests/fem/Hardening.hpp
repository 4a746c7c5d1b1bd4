// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Tensor.hpp"

namespace tenon::testing {

/// Material with a strain-dependent tangent:
/// sigma = lambda tr(eps) I + 2 mu (1 + beta eps:eps) eps.
struct Hardening {
  double lambda = 2, mu = 1, beta = 50;
  static constexpr bool is_linear = false;
  template <class T>
  static T square(const fem::Tensor<T>& eps) {
    T sum = eps(0, 0) * eps(0, 0);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (i + j > 0) sum = sum + eps(i, j) * eps(i, j);
    return sum;
  }
  template <class T>
  fem::Tensor<T> stress(const fem::Tensor<T>& H) const {
    const auto eps = fem::strain(H);
    const T factor = 2 * mu * (1.0 + beta * square(eps));
    return fem::spherical<T>(lambda * fem::trace(eps)) + factor * eps;
  }
  template <class T>
  T energy(const fem::Tensor<T>& H) const {
    const auto eps = fem::strain(H);
    const T t = fem::trace(eps), s = square(eps);
    return 0.5 * lambda * t * t + mu * s + 0.5 * mu * beta * s * s;
  }
};

}  // namespace tenon::testing

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Tensor.hpp"

namespace tenon::bench {

/// Saint Venant-Kirchhoff material: P = F S, S = lambda tr(E) I + 2 mu E, E = (H + H^T + H^T H) /
/// 2.
struct StVenantKirchhoff {
  double lambda = 0, mu = 0;
  static constexpr bool is_linear = false;
  static StVenantKirchhoff of(double young, double poisson) {
    return {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))};
  }

  template <class T>
  fem::Tensor<T> stress(const fem::Tensor<T>& H) const {
    auto E = fem::strain(H);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) E(i, j) = E(i, j) + 0.5 * (H(k, i) * H(k, j));
    const auto S = fem::spherical<T>(lambda * fem::trace(E)) + 2.0 * mu * E;
    auto P = S;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) P(i, j) = P(i, j) + H(i, k) * S(k, j);
    return P;
  }
};

}  // namespace tenon::bench

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "isochoric.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Green-Lagrange strain E = (F^T F - I) / 2 in the axes of the fibres: f along the fibres, s
/// across the fibres in their sheet, and n = f x s; with the transformation of the stress back to
/// global axes.
template <class T>
class FibreStrain {
 public:
  /// Computes E in the axes of the fibres `at` for the displacement gradient H.
  FibreStrain(const Tensor<T>& H, const Fibres& at) {
    const Lane* const f = at.fibre;
    const Lane* const s = at.sheet;
    for (int i = 0; i < 3; ++i) {
      axes_[0][i] = f[i], axes_[1][i] = s[i];
      axes_[2][i] = f[(i + 1) % 3] * s[(i + 2) % 3] - f[(i + 2) % 3] * s[(i + 1) % 3];
    }
    for (int a = 0; a < 3; ++a)
      for (int i = 0; i < 3; ++i) moved_(i, a) = axes_[a][0] * H(i, 0) + axes_[a][1] * H(i, 1) + axes_[a][2] * H(i, 2);
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) {
        T twice = moved_(0, a) * moved_(0, b) + moved_(1, a) * moved_(1, b) + moved_(2, a) * moved_(2, b);
        for (int i = 0; i < 3; ++i) twice = twice + (axes_[a][i] * moved_(i, b) + axes_[b][i] * moved_(i, a));
        E_(a, b) = E_(b, a) = 0.5 * twice;
      }
  }

  /// Returns E in the axes of the fibres.
  const Tensor<T>& operator()() const { return E_; }

  /// Returns P = F S for a second Piola-Kirchhoff stress S in the axes of the fibres.
  Tensor<T> firstPiola(const Tensor<T>& S) const {
    Tensor<T> P, pulled;  // F S in global axes and in the axes of the fibres
    for (int i = 0; i < 3; ++i)
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) pulled(i, b) = pulled(i, b) + (moved_(i, a) + axes_[a][i]) * S(a, b);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        P(i, j) = axes_[0][j] * pulled(i, 0) + axes_[1][j] * pulled(i, 1) + axes_[2][j] * pulled(i, 2);
    return P;
  }

 private:
  Lane axes_[3][3];      // [axis][component] of the fibre axes f, s, n
  Tensor<T> moved_, E_;  // H times each axis
};

/// Common energy of the materials of Guccione and Costa, c / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
/// with Q = sum of b_ij E_ij^2 in the axes of the fibres.
struct ExponentialLaw {
  double c, b[3][3], bulk;  ///< constants c [force/length²], b_ij and kappa [force/length²]

  /// Returns the exponent Q for the strain E in the axes of the fibres.
  template <class T>
  T exponent(const Tensor<T>& E) const {
    return b[0][0] * (E(0, 0) * E(0, 0)) + b[1][1] * (E(1, 1) * E(1, 1)) + b[2][2] * (E(2, 2) * E(2, 2)) +
           2 * b[0][1] * (E(0, 1) * E(0, 1)) + 2 * b[0][2] * (E(0, 2) * E(0, 2)) + 2 * b[1][2] * (E(1, 2) * E(1, 2));
  }
  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    return 0.5 * c * (exp(exponent(FibreStrain<T>(H, at)())) - 1.0) +
           volumetricEnergy(bulk, determinant(deformationGradient(H)));
  }
  /// Returns P = F S + kappa (J - 1) dJ/dF with S_ij = c exp(Q) b_ij E_ij.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H, const Fibres& at) const {
    const FibreStrain<T> E(H, at);
    const T factor = c * exp(exponent(E()));
    Tensor<T> S;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) S(i, j) = b[i][j] * (factor * E()(i, j));
    const Tensor<T> F = deformationGradient(H);
    const T pressure = bulk * (determinant(F) - 1.0);
    return E.firstPiola(S) + pressure * cofactor(F);
  }
};

}  // namespace tenon::fem

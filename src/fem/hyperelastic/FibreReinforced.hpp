// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Neo-Hookean material with one family of fibres f that carry tension only:
///   W = mu / 2 (I1 - 3) + k1 / (2 k2) (exp(k2 <I4 - 1>^2) - 1) + kappa / 2 (J - 1)^2
/// with I1 of J^(-1/3) F, the squared stretch I4 = |F f|^2 of the fibres, and <x> = max(x, 0).
/// @see Holzapfel, Gasser and Ogden, A new constitutive framework for arterial wall mechanics, J.
/// Elasticity 61, 2000; here with one fibre family and without dispersion
struct FibreReinforced {
  double mu = 0;                ///< shear modulus mu > 0 of the matrix [force/length²]
  double k1 = 0;                ///< fibre modulus k1 >= 0 [force/length²]
  double k2 = 0;                ///< fibre exponent k2 > 0
  double bulk = 0;              ///< bulk modulus kappa > 0 [force/length²]
  VectorSource fibre{1, 0, 0};  ///< reference direction f

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the functions take the fibre directions.
  static constexpr bool has_fibres = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<FibreReinforced>& p);

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    const Lane* const f = at.fibre;
    T elongation = 0.0 * H(0, 0);  // I4 - 1 = 2 f.H f + |H f|^2
    for (int i = 0; i < 3; ++i) {
      const T moved = f[0] * H(i, 0) + f[1] * H(i, 1) + f[2] * H(i, 2);
      elongation = elongation + ((2.0 * f[i]) * moved + moved * moved);
    }
    const T pulled = positivePart(elongation), J = determinant(deformationGradient(H));
    return 0.5 * mu * (power(J, -2.0 / 3) * (firstInvariantMinus3(H) + 3.0) - 3.0) +
           0.5 * k1 / k2 * (exp(k2 * (pulled * pulled)) - 1.0) + volumetricEnergy(bulk, J);
  }
};

}  // namespace tenon::fem

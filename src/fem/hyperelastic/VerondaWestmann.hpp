// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::fem {

/// Soft tissue with exponential stiffening:
///   W = c1 (exp(c2 (I1 - 3)) - 1) - c1 c2 / 2 (I2 - 3) + kappa / 2 (J - 1)^2
/// with I1 and I2 of J^(-1/3) F and the initial shear modulus mu = c1 c2.
/// @see Veronda and Westmann, Mechanical characterization of skin - finite deformations, J.
/// Biomechanics 3, 1970
struct VerondaWestmann {
  double c1 = 0;    ///< modulus c1 > 0 [force/length²]
  double c2 = 0;    ///< exponent c2 > 0
  double bulk = 0;  ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<VerondaWestmann>& p);

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const IsochoricInvariants<T> of(H);
    return c1 * (exp(c2 * (of.I1 - 3.0)) - 1.0) - 0.5 * c1 * c2 * (of.I2 - 3.0) + volumetricEnergy(bulk, of.J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T& I1, const T&) {
      return std::array<T, 2>{c1 * c2 * exp(c2 * (I1 - 3.0)), T{} + -0.5 * c1 * c2};
    });
  }
};

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::fem {

/// Neo-Hookean material with separate isochoric and volumetric energies:
///   W = mu / 2 (J^(-2/3) I_1 - 3) + kappa / 2 (J - 1)^2,  J > 0
///   P = mu J^(-2/3) (F - I_1 / 3 F^-T) + kappa (J - 1) J F^-T
/// @see Simo and Hughes, Computational Inelasticity, section 9.2, with another volumetric energy
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, section 6.5
struct IsochoricNeoHookean {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<IsochoricNeoHookean>& p);

  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }
  /// Returns the bulk modulus [force/length²].
  double bulk() const { return young / (3 * (1 - 2 * poisson)); }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformationGradient(H));
    return 0.5 * mu() * (power(J, -2.0 / 3) * (firstInvariantMinus3(H) + 3.0) - 3.0) + volumetricEnergy(bulk(), J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H);
    const T J = determinant(F), shear = mu() * power(J, -2.0 / 3);
    const T factor = bulk() * (J - 1.0) - shear * contraction(F, F) / (3.0 * J);
    return shear * F + factor * cofactor(F);
  }
};

}  // namespace tenon::fem

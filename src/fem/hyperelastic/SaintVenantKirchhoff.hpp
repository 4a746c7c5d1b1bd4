// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Hooke's law between the Green-Lagrange strain E and the second Piola-Kirchhoff stress S, for
/// large rotations and small strains:
///   W = lambda / 2 (tr E)^2 + mu E : E,  E = (H + H^T + H^T H) / 2
///   P = F S,  S = lambda tr(E) I + 2 mu E,  F = I + H
/// In compression the material softens below approximately 60 % of the initial length.
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, section 6.4
struct SaintVenantKirchhoff {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<SaintVenantKirchhoff>& p);

  /// Returns Lamé's first constant [force/length²].
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns P for the displacement gradient H. T is double, Lane, Dual or a jet.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> E = greenStrain(H);
    const T volume = lambda() * trace(E);
    const Tensor<T> S = spherical<T>(volume) + 2 * mu() * E;
    return S + product(H, S);
  }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const Tensor<T> E = greenStrain(H);
    const T volume = trace(E);
    return 0.5 * lambda() * volume * volume + mu() * contraction(E, E);
  }
};

}  // namespace tenon::fem

#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Hooke's law between the Green strain E and the second Piola-Kirchhoff stress S: for large rotations and small
/// strains; in compression below some 60 % of the length it softens (Bonet and Wood, Nonlinear Continuum Mechanics for
/// Finite Element Analysis, section 6.4).
///   W = lambda / 2 (tr E)^2 + mu E : E,  E = (H + H^T + H^T H) / 2,  P = F S,  S = lambda tr(E) I + 2 mu E,  F = I + H
struct SaintVenantKirchhoff {
  double young = 0;    ///< E > 0, force / length^2
  double poisson = 0;  ///< -1 < nu < 1/2

  static constexpr bool is_linear = false;
  static void declare(base::Parameters<SaintVenantKirchhoff>& p);

  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  double mu() const { return young / (2 * (1 + poisson)); }

  /// P of the displacement gradient H; T is double, Lane, Dual or a jet.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> E = greenStrain(H);
    const T volume = lambda() * trace(E);
    const Tensor<T> S = spherical<T>(volume) + 2 * mu() * E;
    return S + product(H, S);
  }

  template <class T>
  T energy(const Tensor<T>& H) const {
    const Tensor<T> E = greenStrain(H);
    const T volume = trace(E);
    return 0.5 * lambda() * volume * volume + mu() * contraction(E, E);
  }
};

}  // namespace tenon::fem

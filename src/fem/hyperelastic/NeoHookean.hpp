// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Compressible neo-Hookean material:
///   W = mu / 2 (I_1 - 3) - mu ln J + lambda / 2 (ln J)^2,  I_1 = F : F,  J = det F > 0
///   P = mu (F - F^-T) + lambda ln J F^-T
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2nd ed., section
/// 6.4.3
struct NeoHookean {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<NeoHookean>& p);

  /// Returns Lamé's first constant [force/length²].
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T lnJ = log(determinant(deformationGradient(H)));
    return 0.5 * mu() * firstInvariantMinus3(H) + lnJ * (0.5 * lambda() * lnJ - mu());
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H), A = cofactor(F);
    const T J = F(0, 0) * A(0, 0) + F(0, 1) * A(0, 1) + F(0, 2) * A(0, 2);
    const T factor = (lambda() * log(J) - mu()) / J;
    return mu() * F + factor * A;
  }

  /// Returns the tangent
  ///   C_ijkl = mu d_ik d_jl + lambda G_ij G_kl + (mu - lambda ln J) G_il G_kj,  G = F^-T.
  template <class T>
  TangentDyads<T> dyads(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H);
    const T J = determinant(F);
    const DyadFactors<T> factors = dyadFactors(J);
    return {factors.alpha, factors.beta, factors.gamma, (1.0 / J) * cofactor(F)};
  }
  /// Returns the factors of dyads() for the volume ratio J = det F.
  template <class T>
  DyadFactors<T> dyadFactors(const T& J) const {
    return {T{} + mu(), T{} + lambda(), mu() - lambda() * log(J)};
  }
};

}  // namespace tenon::fem

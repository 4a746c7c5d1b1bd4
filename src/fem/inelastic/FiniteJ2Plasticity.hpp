// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "IsotropicHardening.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Von Mises plasticity at large strain, F = F_e F_p, with Hencky elasticity,
///   tau = K tr(eps_e) I + 2 mu dev(eps_e),  eps_e = 1/2 ln b_e,  b_e = F_e F_e^T,  P = tau F^-T,
/// and the Kirchhoff stress tau = J sigma. The material yields if sqrt(3/2 s : s) > k(a), s = dev
/// tau. With the exponential map in the step, the radial return of small strain acts on eps_e, and
/// plastic flow is exactly isochoric. The internal variables are C_p^-1 - I with C_p = F_p^T F_p,
/// and a.
/// @see Simo, Computer Methods in Applied Mechanics and Engineering 99, 1992
/// @see Simo and Hughes, Computational Inelasticity, 1998, chapter 9
struct FiniteJ2Plasticity : IsotropicHardening {
  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that P is the first Piola-Kirchhoff stress.
  static constexpr bool is_at_small_strain = false;
  /// Number of internal variables, and index of the equivalent plastic strain.
  static constexpr int num_internal = 7, plastic_strain = 6;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<FiniteJ2Plasticity>& p);

  /// Returns P at the end of the step.
  /// @param H  displacement gradient
  /// @param z  internal variables at its beginning
  Tensor<Lane> stress(const Tensor<Lane>& H, const Lane* z) const;
  /// Returns the consistent tangent dP/dH at fixed z.
  Tangent<Lane, 3> tangent(const Tensor<Lane>& H, const Lane* z) const;
  /// Computes the internal variables at the end of the step.
  void evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const;
  /// Returns the recoverable energy per reference volume.
  Lane energy(const Tensor<Lane>& H, const Lane* z) const;
};

}  // namespace tenon::fem

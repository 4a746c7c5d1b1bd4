// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "IsotropicHardening.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Von Mises plasticity at small strain:
///   sigma = K tr(eps) I + 2 mu dev(eps - eps_p),  sqrt(3/2 s : s) <= k(a),
///   d eps_p = da 3/2 s / q,  da >= 0
/// Implicit Euler integration in the step gives the radial return and its consistent tangent. The
/// internal variables are eps_p and a.
/// @see Simo and Hughes, Computational Inelasticity, 1998, sections 2.3 and 3.3
struct J2Plasticity : IsotropicHardening {
  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that P is not distinguished from the Cauchy stress.
  static constexpr bool is_at_small_strain = true;
  /// Indicates that the stress is defined for det F <= 0.
  static constexpr bool allows_inversion = true;
  /// Number of internal variables, and index of the equivalent plastic strain.
  static constexpr int num_internal = 7, plastic_strain = 6;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<J2Plasticity>& p);

  /// Returns the stress at the end of the step.
  /// @param H  displacement gradient
  /// @param z  internal variables at its beginning
  Tensor<Lane> stress(const Tensor<Lane>& H, const Lane* z) const;
  /// Returns the consistent tangent at fixed z.
  Tangent<Lane, 3> tangent(const Tensor<Lane>& H, const Lane* z) const;
  /// Computes the internal variables at the end of the step.
  void evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const;
  /// Returns the recoverable energy per volume.
  Lane energy(const Tensor<Lane>& H, const Lane* z) const;
};

}  // namespace tenon::fem

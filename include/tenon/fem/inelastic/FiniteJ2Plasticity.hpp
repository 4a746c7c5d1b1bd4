#pragma once
#include "tenon/fem/inelastic/IsotropicHardening.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Plasticity by von Mises at large strain, F = F_e F_p (Simo, Computer Methods in Applied Mechanics and Engineering
/// 99, 1992; Simo and Hughes, Computational Inelasticity, 1998, chapter 9). Elasticity is Hencky's,
///   tau = K tr(eps_e) I + 2 mu dev(eps_e),  eps_e = 1/2 ln b_e,  b_e = F_e F_e^T,  P = tau F^-T,
/// with the Kirchhoff stress tau = J sigma; it yields where sqrt(3/2 s : s) > k(a), s = dev tau. With the exponential
/// map in the step, the radial return of small strain acts on eps_e, and plastic flow keeps the volume exactly.
/// Internal: C_p^-1 - I, a, C_p = F_p^T F_p.
struct FiniteJ2Plasticity : IsotropicHardening {
  static constexpr bool is_linear = false;
  static constexpr bool is_at_small_strain = false;
  static constexpr int num_internal = 7, plastic_strain = 6;
  static void declare(base::Parameters<FiniteJ2Plasticity>& p);

  Tensor<Lane> stress(const Tensor<Lane>& H, const Lane* z) const;
  Tangent<Lane, 3> tangent(const Tensor<Lane>& H, const Lane* z) const;
  void evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const;
  Lane energy(const Tensor<Lane>& H, const Lane* z) const;
};

}  // namespace tenon::fem

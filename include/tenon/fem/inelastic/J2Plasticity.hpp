#pragma once
#include "tenon/fem/inelastic/IsotropicHardening.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Plasticity by von Mises at small strain (Simo and Hughes, Computational Inelasticity, 1998, sections 2.3 and 3.3):
///   sigma = K tr(eps) I + 2 mu dev(eps - eps_p),  sqrt(3/2 s : s) <= k(a),
///   d eps_p = da 3/2 s / q,  da >= 0
/// with implicit Euler in the step, which is the radial return, and its consistent tangent. Internal: eps_p, a.
struct J2Plasticity : IsotropicHardening {
  static constexpr bool is_linear = false;
  static constexpr bool is_at_small_strain = true;
  static constexpr bool allows_inversion = true;
  static constexpr int num_internal = 7, plastic_strain = 6;
  static void declare(base::Parameters<J2Plasticity>& p);

  Tensor<Lane> stress(const Tensor<Lane>& H, const Lane* z) const;
  Tangent<Lane, 3> tangent(const Tensor<Lane>& H, const Lane* z) const;
  void evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const;
  Lane energy(const Tensor<Lane>& H, const Lane* z) const;
};

}  // namespace tenon::fem

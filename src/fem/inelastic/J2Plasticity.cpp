// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "J2Plasticity.hpp"

#include "fem/laws/symmetric.hpp"

namespace tenon::fem {
namespace {

/// Elastic trial state of a step, with the radial return.
struct SmallStrainStep {
  Lane volume;     ///< tr eps
  Tensor<Lane> e;  ///< dev(eps - eps_p), with eps_p at the beginning of the step
  RadialReturn back;

  SmallStrainStep(const J2Plasticity& material, const Tensor<Lane>& H, const Lane* z)
      : volume(trace(H)), e(deviator(strain(H) - unpackSymmetric(z))), back(material, contraction(e, e), z[6]) {}

 private:
  static Tensor<Lane> deviator(const Tensor<Lane>& a) { return a - spherical<Lane>(trace(a) / 3.0); }
};

}  // namespace

void J2Plasticity::declare(base::Parameters<J2Plasticity>& p) {
  declareFor(p);
}

Tensor<Lane> J2Plasticity::stress(const Tensor<Lane>& H, const Lane* z) const {
  const SmallStrainStep step(*this, H, z);
  const Lane shear = 2.0 * mu() * step.back.factor;
  return spherical<Lane>(bulk() * step.volume) + shear * step.e;
}

/// Computes C = K I (x) I + 2 mu (factor (I_s - I (x) I / 3) + bend e (x) e).
Tangent<Lane, 3> J2Plasticity::tangent(const Tensor<Lane>& H, const Lane* z) const {
  const SmallStrainStep step(*this, H, z);
  const Lane shear = mu() * step.back.factor, tangent_coefficient = 2.0 * mu() * step.back.tangent_coefficient;
  const Lane volume = bulk() - 2.0 / 3.0 * shear;
  Tangent<Lane, 3> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) {
          Lane& entry = C.entry[i][j][k][l];
          entry = tangent_coefficient * step.e(i, j) * step.e(k, l);
          if (i == j && k == l) entry += volume;
          if (i == k && j == l) entry += shear;
          if (i == l && j == k) entry += shear;
        }
  return C;
}

/// Updates the plastic strain by the decrease of the deviatoric strain, (1 - factor) e.
void J2Plasticity::evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const {
  const SmallStrainStep step(*this, H, z);
  const Lane share = 1.0 - step.back.factor;
  packSymmetric(unpackSymmetric(z) + share * step.e, next);
  next[6] = z[6] + step.back.increment;
}

Lane J2Plasticity::energy(const Tensor<Lane>& H, const Lane* z) const {
  const SmallStrainStep step(*this, H, z);
  const Lane share = step.back.factor;
  return 0.5 * bulk() * step.volume * step.volume + mu() * share * share * contraction(step.e, step.e);
}

}  // namespace tenon::fem

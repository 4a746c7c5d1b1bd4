// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FiniteJ2Plasticity.hpp"

#include <cmath>

#include "fem/laws/principalAxes.hpp"
#include "fem/laws/symmetric.hpp"

namespace tenon::fem {
namespace {

/// Returns ln(1 + x), without cancellation for small x.
Lane logOfOnePlus(const Lane& x) {
  return laneByLane(x, [](double v) { return std::log1p(v); });
}

/// Returns b_e - I of the elastic trial state, H + H^T + H H^T + F G F^T with G = C_p^-1 - I,
/// without cancellation at small strain.
Tensor<Lane> elasticTrial(const Tensor<Lane>& H, const Lane* z) {
  const Tensor<Lane> F = deformationGradient(H);
  return H + transpose(H) + product(H, transpose(H)) + product(F, product(unpackSymmetric(z), transpose(F)));
}

Lane squareOf(const Lane (&e)[3]) {
  return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

/// Elastic trial state of a step in its principal axes, with the radial return.
struct LargeStrainStep {
  PrincipalAxes trial;  ///< b_e - I
  Lane e[3];            ///< dev(1/2 ln b_e)
  Lane volume;          ///< ln J
  Tensor<Lane> pull;    ///< F^-1 N, with the principal axes N
  RadialReturn back;

  LargeStrainStep(const FiniteJ2Plasticity& material, const Tensor<Lane>& H, const Lane* z)
      : trial(principalAxes(elasticTrial(H, z))),
        volume(strains()),
        pull(pulled(H)),
        back(material, squareOf(e), z[6]) {}

  Lane kirchhoff(const FiniteJ2Plasticity& material, int A) const {
    return material.bulk() * volume + 2.0 * material.mu() * back.factor * e[A];
  }
  /// Returns (ln lambda_A - ln lambda_B) / (lambda_A - lambda_B) of b_e, or 1 / lambda for equal
  /// values.
  Lane slope(int A, int B) const {
    const Lane first = 1.0 + trial.values[B], x = (trial.values[A] - trial.values[B]) / first;
    const Lane one = base::allLanes(1.0), divisor = x == 0.0 ? one : x;
    const Lane ratio = x == 0.0 ? one : logOfOnePlus(x) / divisor;
    return ratio / first;
  }

 private:
  Lane strains() {
    for (int A = 0; A < 3; ++A) e[A] = 0.5 * logOfOnePlus(trial.values[A]);
    const Lane sum = e[0] + e[1] + e[2];
    for (Lane& strain : e) strain -= sum / 3.0;
    return sum;
  }
  Tensor<Lane> pulled(const Tensor<Lane>& H) const {
    const Tensor<Lane> F = deformationGradient(H);
    return product((1.0 / determinant(F)) * transpose(cofactor(F)), trial.axes);
  }
};

}  // namespace

void FiniteJ2Plasticity::declare(base::Parameters<FiniteJ2Plasticity>& p) {
  declareFor(p);
}

/// Computes P = sum over A of tau_A n_A (F^-1 n_A)^T.
Tensor<Lane> FiniteJ2Plasticity::stress(const Tensor<Lane>& H, const Lane* z) const {
  const LargeStrainStep step(*this, H, z);
  Tensor<Lane> P;
  for (int A = 0; A < 3; ++A) {
    const Lane tau = step.kirchhoff(*this, A);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) P(i, j) += tau * step.trial.axes(i, A) * step.pull(j, A);
  }
  return P;
}

/// Computes dP = (d tau - tau L^T) F^-T with L = dH F^-1 and d b_e = L b_e + b_e L^T at fixed C_p.
/// In the principal axes of b_e,
///   d tau_AA = sum over B of D_AB L_BB,  D_AB = K + 2 mu (factor (d_AB - 1/3) + bend e_A e_B),
///   d tau_AB = mu factor g_AB (lambda_B L_AB + lambda_A L_BA),  g_AB = slope(A, B), A != B.
Tangent<Lane, 3> FiniteJ2Plasticity::tangent(const Tensor<Lane>& H, const Lane* z) const {
  const LargeStrainStep step(*this, H, z);
  Lane c[9][9] = {};  // derivative of d tau - tau L^T with respect to L
  for (int A = 0; A < 3; ++A)
    for (int B = 0; B < 3; ++B) {
      const Lane tau = step.kirchhoff(*this, A), factor = step.back.factor;
      Lane same = bulk() + 2.0 * mu() * (step.back.tangent_coefficient * step.e[A] * step.e[B] - factor / 3.0);
      if (A == B) same += 2.0 * mu() * factor - tau;
      c[4 * A][4 * B] = same;
      if (A == B) continue;
      const Lane shear = mu() * factor * step.slope(A, B);
      c[3 * A + B][3 * A + B] = shear * (1.0 + step.trial.values[B]);
      c[3 * A + B][3 * B + A] = shear * (1.0 + step.trial.values[A]) - tau;
    }
  Tensor<Lane> dyads[9];  // n_A (F^-1 n_B)^T
  for (int A = 0; A < 3; ++A)
    for (int B = 0; B < 3; ++B)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) dyads[3 * A + B](i, j) = step.trial.axes(i, A) * step.pull(j, B);
  Tangent<Lane, 3> C = {};
  for (int m = 0; m < 9; ++m)
    for (int n = 0; n < 9; ++n) {
      const bool is_there = m == n || (m % 4 == 0 && n % 4 == 0) || (m / 3 == n % 3 && m % 3 == n / 3);
      if (!is_there) continue;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          const Lane left = c[m][n] * dyads[m](i, j);
          for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l) C.entry[i][j][k][l] += left * dyads[n](k, l);
        }
    }
  return C;
}

/// Updates C_p^-1 = F^-1 b_e F^-T with the change of b_e in the radial return, in which lambda_A
/// becomes lambda_A exp(-2 (1 - factor) e_A).
void FiniteJ2Plasticity::evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const {
  const LargeStrainStep step(*this, H, z);
  Tensor<Lane> G = unpackSymmetric(z);
  for (int A = 0; A < 3; ++A) {
    const Lane change = (1.0 + step.trial.values[A]) * (exp(-2.0 * (1.0 - step.back.factor) * step.e[A]) - 1.0);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) G(i, j) += change * step.pull(i, A) * step.pull(j, A);
  }
  packSymmetric(G, next);
  next[6] = z[6] + step.back.increment;
}

Lane FiniteJ2Plasticity::energy(const Tensor<Lane>& H, const Lane* z) const {
  const LargeStrainStep step(*this, H, z);
  const Lane share = step.back.factor;
  return 0.5 * bulk() * step.volume * step.volume + mu() * share * share * squareOf(step.e);
}

}  // namespace tenon::fem

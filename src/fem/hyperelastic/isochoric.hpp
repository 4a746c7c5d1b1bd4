// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/laws/Tangent.hpp"

// Invariants, stress and volumetric energy of nearly incompressible materials.
namespace tenon::fem {

/// J = det F and the invariants of the isochoric part of F:
///   I1 = J^(-2/3) tr C,  I2 = J^(-4/3) ((tr C)^2 - C : C) / 2,  C = F^T F
template <class T>
struct IsochoricInvariants {
  T J, I1, I2;  ///< volume ratio and isochoric invariants

  /// Computes the invariants for the displacement gradient H.
  explicit IsochoricInvariants(const Tensor<T>& H)
      : J(determinant(deformationGradient(H))), I1(firstInvariantMinus3(H) + 3.0), I2(I1) {
    const Tensor<T> E = greenStrain(H);
    const T trE = trace(E);
    I2 = 2.0 * (trE * trE - contraction(E, E)) + 4.0 * trE + 3.0;  // C = I + 2 E
    const T scale = power(J, -2.0 / 3);
    I1 = scale * I1;
    I2 = scale * scale * I2;
  }
};

/// Returns P for the energy W(I1, I2) + kappa / 2 (J - 1)^2 with A = F^-T,
///   P = 2 W_1 J^(-2/3) (F - tr C / 3 A) + 2 W_2 J^(-4/3) (tr C F - F C) - 4/3 W_2 I2 A
///       + kappa (J - 1) J A.
/// @param H  displacement gradient
/// @param bulk  bulk modulus kappa
/// @param slopes  callable with slopes(I1, I2) = {dW/dI1, dW/dI2}
template <class T, class Slopes>
Tensor<T> isochoricStress(const Tensor<T>& H, double bulk, const Slopes& slopes) {
  const Tensor<T> F = deformationGradient(H), E = greenStrain(H), minors = cofactor(F);
  const T J = F(0, 0) * minors(0, 0) + F(0, 1) * minors(0, 1) + F(0, 2) * minors(0, 2), trE = trace(E);
  const T scale = power(J, -2.0 / 3), I1 = scale * (2.0 * trE + 3.0);
  const T I2 = scale * scale * (2.0 * (trE * trE - contraction(E, E)) + 4.0 * trE + 3.0);
  const auto [W1, W2] = slopes(I1, I2);
  const T first = 2.0 * scale * W1, second = 2.0 * (scale * scale) * W2;
  // tr C F - F C = 2 (F (tr E - E) + F), since C = I + 2 E.
  const Tensor<T> lowered = product(F, E);
  const T straight = first + second * (2.0 * trE + 2.0), bent = -2.0 * second;
  const T factor = bulk * (J - 1.0) - (2.0 * W1 * I1 + 4.0 * W2 * I2) / (3.0 * J);
  return straight * F + bent * lowered + factor * minors;
}

/// Returns the volumetric energy kappa / 2 (J - 1)^2 of all materials with a bulk modulus in this
/// folder.
template <class T>
T volumetricEnergy(double bulk, const T& J) {
  return 0.5 * bulk * ((J - 1.0) * (J - 1.0));
}

}  // namespace tenon::fem

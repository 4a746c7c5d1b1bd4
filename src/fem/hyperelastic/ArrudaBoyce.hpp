// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::fem {

/// Eight-chain model of rubber, with five terms of its series:
///   W = mu sum_i c_i / L^(2i-2) (I1^i - 3^i) + kappa / 2 (J - 1)^2,  I1 of J^(-1/3) F,
///   c = 1/2, 1/20, 11/1050, 19/7000, 519/673750
/// The initial shear modulus is mu (1 + 3/(5 L^2) + 99/(175 L^4) + 513/(875 L^6) + 42039/(67375
/// L^8)).
/// @see Arruda and Boyce, A three-dimensional constitutive model for the large stretch behavior of
/// rubber elastic materials, J. Mech. Phys. Solids 41, 1993
struct ArrudaBoyce {
  double mu = 0;       ///< modulus mu > 0 [force/length²]
  double locking = 0;  ///< locking stretch L > 1, at which the chains are straight
  double bulk = 0;     ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<ArrudaBoyce>& p);

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformationGradient(H)), I1 = power(J, -2.0 / 3) * (firstInvariantMinus3(H) + 3.0);
    const double x = 1 / (locking * locking);
    double at_rest = 0;
    for (int i = 4; i >= 0; --i) at_rest = 3 * (c[i] + x * at_rest);
    T series = x * c[4] * I1;
    for (int i = 3; i > 0; --i) series = (series + c[i]) * (x * I1);
    return mu * ((series + c[0]) * I1 - at_rest) + volumetricEnergy(bulk, J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T& I1, const T&) {
      const double x = 1 / (locking * locking);
      T slope = 5 * c[4] * x * I1;
      for (int i = 3; i > 0; --i) slope = (slope + (i + 1) * c[i]) * (x * I1);
      return std::array<T, 2>{mu * (slope + c[0]), T{}};
    });
  }

 private:
  static constexpr double c[] = {1.0 / 2, 1.0 / 20, 11.0 / 1050, 19.0 / 7000, 519.0 / 673750};
};

}  // namespace tenon::fem

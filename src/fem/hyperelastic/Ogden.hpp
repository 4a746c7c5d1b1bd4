// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tensorPower.hpp"

namespace tenon::fem {

/// Term of the energy of Ogden's material.
struct OgdenTerm {
  double modulus = 0;   ///< modulus mu_p [force/length²]
  double exponent = 0;  ///< exponent alpha_p
};

/// Nearly incompressible Ogden material:
///   W = sum_p mu_p / alpha_p (l_1^alpha_p + l_2^alpha_p + l_3^alpha_p - 3) + kappa / 2 (J - 1)^2
/// with the isochoric principal stretches l_i, J^(-1/3) times the principal stretches, and mu =
/// sum_p mu_p alpha_p / 2. The stretches occur only in powers of C = F^T F, l_1^a + l_2^a + l_3^a =
/// J^(-a/3) tr C^(a/2), so that equal stretches need no special treatment (tensorPower.hpp):
///   P = sum_p mu_p J^(-alpha_p/3) F (C^(alpha_p/2 - 1) - tr(C^(alpha_p/2)) / 3 C^-1)
///       + kappa (J - 1) dJ/dF
/// @see Ogden, Large deformation isotropic elasticity, Proc. R. Soc. A 326, 1972
struct Ogden {
  std::vector<OgdenTerm> terms;  ///< at least one term, each with mu_p alpha_p > 0
  double bulk = 0;               ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Ogden>& p);
  /// Returns W for the displacement gradient H.
  Lane energy(const Tensor<Lane>& H) const {
    const Tensor<Lane> F = deformationGradient(H);
    const Lane J = determinant(F);
    Lane W = volumetricEnergy(bulk, J);
    for (const auto& [mu, alpha] : terms)
      W += mu / alpha * (power(J, -alpha / 3) * trace(power(rightCauchyGreen(H), alpha / 2)) - 3.0);
    return W;
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H), C = rightCauchyGreen(H);
    const T J = determinant(F);
    T volume = bulk * (J - 1.0);
    Tensor<T> S;
    for (const auto& [mu, alpha] : terms) {
      const Tensor<T> powered = power(C, alpha / 2 - 1);
      const T factor = mu * power(J, -alpha / 3);
      S = S + factor * powered;
      volume = volume - factor * contraction(C, powered) / (3.0 * J);
    }
    return product(F, S) + volume * cofactor(F);
  }
};

/// Reads the terms [[mu_1, alpha_1], ...] of an Ogden material from a case file.
/// @throws InputError if mu alpha <= 0, for which the energy of a term could become negative
void readValue(const base::CaseNode& node, std::vector<OgdenTerm>& terms);
/// Returns the terms of an Ogden material in the notation of case files.
std::string printValue(const std::vector<OgdenTerm>& terms);
/// Returns the type name of the terms of an Ogden material, for help texts.
inline const char* typeName(const std::vector<OgdenTerm>*) {
  return "list of [mu, alpha]";
}

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::fem {

/// Nearly incompressible Mooney-Rivlin material:
///   W = c10 (I1 - 3) + c01 (I2 - 3) + kappa / 2 (J - 1)^2,  I1, I2 of J^(-1/3) F
/// The initial shear modulus is mu = 2 (c10 + c01).
/// @see Rivlin, Large elastic deformations of isotropic materials IV, Phil. Trans. R. Soc. A 241,
/// 1948
/// @see Bonet and Wood, section 6.5 (near-incompressibility)
struct MooneyRivlin {
  double c10 = 0, c01 = 0;  ///< constants >= 0, not both 0 [force/length²]
  double bulk = 0;          ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<MooneyRivlin>& p);
  /// Checks the constants. @throws InputError if both c10 and c01 are 0.
  void check() const;

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const IsochoricInvariants<T> of(H);
    return c10 * (of.I1 - 3.0) + c01 * (of.I2 - 3.0) + volumetricEnergy(bulk, of.J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T&, const T&) { return std::array<T, 2>{T{} + c10, T{} + c01}; });
  }
};

}  // namespace tenon::fem

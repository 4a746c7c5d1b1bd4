// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "InvariantNetwork.hpp"
#include "isochoric.hpp"
#include "tenon/fem/laws/Jet.hpp"

namespace tenon::fem {

/// Nearly incompressible material whose energy is a neural network N of the isochoric invariants:
///   W = N(x_1, x_2) - N(0, 0) + kappa / 2 (J - 1)^2,  x_1 = I1 - 3,  x_2 = I2^(3/2) - 3^(3/2)
/// with I1 and I2 of J^(-1/3) F. The energy is polyconvex, because I1, I2^(3/2) and (J - 1)^2 are
/// polyconvex and N is convex and does not decrease. The reference configuration is free of stress
/// and energy for all weights, because I1 and I2 are stationary there. The initial shear modulus is
/// mu = 2 (dN/dx_1 + 3^(3/2) / 2 dN/dx_2).
/// @see Klein, Fernandez, Martin, Neff and Weeger, Polyconvex anisotropic hyperelasticity with
/// neural networks, J. Mech. Phys. Solids 159, 2022
/// @see Hartmann and Neff, Polyconvexity of generalized polynomial-type hyperelastic strain energy
/// functions for near-incompressibility, Int. J. Solids Struct. 40, 2003: I2^(3/2)
struct Network {
  InvariantNetwork weights;  ///< network N [force/length²]
  double bulk = 0;           ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Network>& p);
  /// Checks the weights. @throws InputError if the initial shear modulus is 0.
  void check() const;
  /// Returns the initial shear modulus [force/length²].
  double shearModulus() const;

  /// Returns W for the displacement gradient H.
  Lane energy(const Tensor<Lane>& H) const;
  /// Returns P for the displacement gradient H. The network is evaluated once for all directions of
  /// differentiation, with its second derivatives with respect to the invariants.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T& I1, const T& I2) {
      const T root = sqrt(I2), x1 = I1 - 3.0, x2 = I2 * root - at_rest;
      const Lane v1 = valueOf(x1), v2 = valueOf(x2);
      const InvariantNetwork::Value N = weights.evaluate(v1, v2);
      const T d1 = x1 - v1, d2 = x2 - v2;  // zero, with the derivatives of the invariants
      const T W1 = N.slope[0] + (N.curvature[0] * d1 + N.curvature[1] * d2);
      const T W2 = N.slope[1] + (N.curvature[1] * d1 + N.curvature[2] * d2);
      return std::array<T, 2>{W1, 1.5 * (root * W2)};
    });
  }

 private:
  static constexpr double at_rest = 5.196152422706632;  // 3^(3/2)
};

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/laws/Jet.hpp"

namespace tenon::fem {

/// Neo-Hookean material that is also defined for inverted elements, with restoring forces:
///   W = m / 2 (I_1 - 3) + l / 2 (J - a)^2 - m / 2 ln(I_1 + 1) + constant,  a = 1 + 3/4 m / l
///   P = m (1 - 1 / (I_1 + 1)) F + l (J - a) dJ/dF
/// with m = 4/3 mu and l = lambda + 5/6 mu (section 3.4 of the source; positive for every nu > -1),
/// so that the material reduces to Hooke's law at small strain. W is 0 in the reference
/// configuration.
/// @see Smith, de Goes and Kim, Stable Neo-Hookean Flesh Simulation, ACM Transactions on Graphics
/// 37, 2018, eq. 14
struct StableNeoHookean {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the stress is defined for det F <= 0.
  static constexpr bool allows_inversion = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<StableNeoHookean>& p);

  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }
  /// Returns the constant m [force/length²].
  double m() const { return 4.0 / 3 * mu(); }
  /// Returns the constant l [force/length²].
  double l() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)) + 5.0 / 6 * mu(); }
  /// Returns the constant a.
  double a() const { return 1 + 0.75 * m() / l(); }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformationGradient(H)), S = firstInvariantMinus3(H);
    return 0.5 * m() * (S - log(0.25 * S + 1.0)) + 0.5 * l() * ((J - 1.0) * (J + (1 - 2 * a())));
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H);
    const T shear = m() - m() / (firstInvariantMinus3(H) + 4.0), volume = l() * (determinant(F) - a());
    return shear * F + volume * cofactor(F);
  }
};

}  // namespace tenon::fem

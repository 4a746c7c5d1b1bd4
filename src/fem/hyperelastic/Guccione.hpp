// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ExponentialLaw.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::fem {

/// Nearly incompressible passive myocardium, stiffer along its fibres f than across them, in the
/// form of the cardiac benchmark of Land et al.:
///   W = c / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
///   Q = bf E_ff^2 + bt (E_ss^2 + E_nn^2 + 2 E_sn^2) + 2 bfs (E_fs^2 + E_fn^2)
/// @see Guccione, McCulloch and Waldman, Passive material properties of intact ventricular
/// myocardium determined from a cylindrical model, J. Biomech. Eng. 113, 1991
/// @see Land et al., Verification of cardiac mechanics software, Proc. R. Soc. A 471, 2015, eq. 2.2
struct Guccione {
  double c = 0;                    ///< modulus c > 0 [force/length²]
  double bf = 0, bt = 0, bfs = 0;  ///< exponents > 0
  double bulk = 0;                 ///< bulk modulus kappa > 0 [force/length²]
  VectorSource fibre{1, 0, 0};     ///< reference direction f

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the functions take the fibre directions.
  static constexpr bool has_fibres = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Guccione>& p);

  /// Returns the exponential model with the constants of this material.
  ExponentialLaw law() const { return {c, {{bf, bfs, bfs}, {bfs, bt, bt}, {bfs, bt, bt}}, bulk}; }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    return law().energy(H, at);
  }
  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H, const Fibres& at) const {
    return law().stress(H, at);
  }
};

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ExponentialLaw.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::fem {

/// Nearly incompressible passive myocardium with fibres f in sheets s, n = f x s:
///   W = a / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
///   Q = bff E_ff^2 + bss E_ss^2 + bnn E_nn^2 + 2 bfs E_fs^2 + 2 bfn E_fn^2 + 2 bsn E_sn^2
/// @see Costa, Holmes and McCulloch, Modelling cardiac mechanical properties in three dimensions,
/// Phil. Trans. R. Soc. A 359, 2001
struct Costa {
  double a = 0;                                 ///< modulus a > 0 [force/length²]
  double bff = 0, bss = 0, bnn = 0;             ///< exponents > 0 of the normal strains
  double bfs = 0, bfn = 0, bsn = 0;             ///< exponents > 0 of the shear strains
  double bulk = 0;                              ///< bulk modulus kappa > 0 [force/length²]
  VectorSource fibre{1, 0, 0}, sheet{0, 1, 0};  ///< reference directions f and s

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the functions take the fibre directions.
  static constexpr bool has_fibres = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Costa>& p);

  /// Returns the exponential model with the constants of this material.
  ExponentialLaw law() const { return {a, {{bff, bfs, bfn}, {bfs, bss, bsn}, {bfn, bsn, bnn}}, bulk}; }

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

#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/hyperelastic/ExponentialLaw.hpp"

namespace tenon::fem {

/// Heart muscle with fibres f in sheets s, n = f x s (Costa, Holmes and McCulloch, Modelling cardiac mechanical
/// properties in three dimensions, Phil. Trans. R. Soc. A 359, 2001), nearly incompressible:
///   W = a / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
///   Q = bff E_ff^2 + bss E_ss^2 + bnn E_nn^2 + 2 bfs E_fs^2 + 2 bfn E_fn^2 + 2 bsn E_sn^2
struct Costa {
  double a = 0;                      ///< > 0, force / length^2
  double bff = 0, bss = 0, bnn = 0;  ///< > 0
  double bfs = 0, bfn = 0, bsn = 0;  ///< > 0
  double bulk = 0;                   ///< kappa > 0, force / length^2
  VectorSource fibre{1, 0, 0}, sheet{0, 1, 0};

  static constexpr bool is_linear = false;
  static constexpr bool has_fibres = true;
  static void declare(base::Parameters<Costa>& p);

  ExponentialLaw law() const { return {a, {{bff, bfs, bfn}, {bfs, bss, bsn}, {bfn, bsn, bnn}}, bulk}; }

  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    return law().energy(H, at);
  }
  template <class T>
  Tensor<T> stress(const Tensor<T>& H, const Fibres& at) const {
    return law().stress(H, at);
  }
};

}  // namespace tenon::fem

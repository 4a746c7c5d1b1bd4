#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/hyperelastic/ExponentialLaw.hpp"

namespace tenon::fem {

/// Passive heart muscle, stiffer along its fibres f than across them (Guccione, McCulloch and Waldman, Passive material
/// properties of intact ventricular myocardium determined from a cylindrical model, J. Biomech. Eng. 113, 1991), as the
/// benchmark of Land et al. has it (Verification of cardiac mechanics software, Proc. R. Soc. A 471, 2015, eq. 2.2),
/// nearly incompressible here:
///   W = c / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
///   Q = bf E_ff^2 + bt (E_ss^2 + E_nn^2 + 2 E_sn^2) + 2 bfs (E_fs^2 + E_fn^2)
struct Guccione {
  double c = 0;                    ///< > 0, force / length^2
  double bf = 0, bt = 0, bfs = 0;  ///< > 0
  double bulk = 0;                 ///< kappa > 0, force / length^2
  VectorSource fibre{1, 0, 0};

  static constexpr bool is_linear = false;
  static constexpr bool has_fibres = true;
  static void declare(base::Parameters<Guccione>& p);

  ExponentialLaw law() const { return {c, {{bf, bfs, bfs}, {bfs, bt, bt}, {bfs, bt, bt}}, bulk}; }

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

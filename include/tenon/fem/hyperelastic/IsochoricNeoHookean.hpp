#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/hyperelastic/isochoric.hpp"

namespace tenon::fem {

/// Neo-Hookean material whose shear and volume are apart (Simo and Hughes, Computational Inelasticity, section 9.2,
/// with another energy of volume; Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis,
/// section 6.5):
///   W = mu / 2 (J^(-2/3) I_1 - 3) + kappa / 2 (J - 1)^2,  J > 0
///   P = mu J^(-2/3) (F - I_1 / 3 F^-T) + kappa (J - 1) J F^-T
struct IsochoricNeoHookean {
  double young = 0;    ///< E > 0, force / length^2
  double poisson = 0;  ///< -1 < nu < 1/2

  static constexpr bool is_linear = false;
  static void declare(base::Parameters<IsochoricNeoHookean>& p);

  double mu() const { return young / (2 * (1 + poisson)); }
  double bulk() const { return young / (3 * (1 - 2 * poisson)); }

  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformation(H));
    return 0.5 * mu() * (power(J, -2.0 / 3) * (stretching(H) + 3.0) - 3.0) + volumetricEnergy(bulk(), J);
  }

  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformation(H);
    const T J = determinant(F), shear = mu() * power(J, -2.0 / 3);
    const T factor = bulk() * (J - 1.0) - shear * contraction(F, F) / (3.0 * J);
    return shear * F + factor * cofactor(F);
  }
};

}  // namespace tenon::fem

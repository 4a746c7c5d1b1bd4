#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Isotropic linear elasticity at small strain (Hooke):
///   sigma = lambda tr(eps) I + 2 mu eps,  lambda = E nu / ((1 + nu)(1 - 2 nu)),  mu = E / (2 (1 + nu))
struct LinearElastic {
  double young = 0;      ///< E > 0, force / length^2
  double poisson = 0;    ///< -1 < nu < 1/2
  double expansion = 0;  ///< coefficient alpha of thermal expansion, 1 / temperature

  static constexpr bool is_linear = true;
  static void declare(base::Parameters<LinearElastic>& parameters);

  /// Strain of a unit rise of temperature along x, y, z.
  base::Vec3 thermalExpansion() const { return base::Vec3::Constant(expansion); }

  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Stress of the displacement gradient H = du/dX; T is double, Lane or Dual.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> eps = strain(H);
    return spherical<T>(lambda() * trace(eps)) + 2 * mu() * eps;
  }
};

}  // namespace tenon::fem

#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// The part of isotropic elasticity that the constraint `incompressible` leaves to the material: sigma = 2 mu eps, with
/// mu = E / (2 (1 + nu)). The constraint, given the same E and nu, adds -p I = lambda div u I, up to nu = 1/2, where no
/// volume changes.
struct ShearElastic {
  double young = 0;    ///< E > 0, force / length^2
  double poisson = 0;  ///< -1 < nu <= 1/2

  static constexpr bool is_linear = true;
  static void declare(base::Parameters<ShearElastic>& parameters);

  /// InputError where nu <= -1.
  void check() const;

  double lambda() const { return 0; }
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Stress of the displacement gradient H = du/dX; T is double, Lane or Dual.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return 2 * mu() * strain(H);
  }
};

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Isotropic linear elasticity at small strain (Hooke's law):
///   sigma = lambda tr(eps) I + 2 mu eps
///   lambda = E nu / ((1 + nu)(1 - 2 nu)),  mu = E / (2 (1 + nu))
struct LinearElastic {
  double young = 0;      ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;    ///< Poisson's ratio, -1 < nu < 1/2
  double expansion = 0;  ///< coefficient of thermal expansion alpha [1/temperature]

  /// Indicates that the tangent is constant.
  static constexpr bool is_linear = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<LinearElastic>& parameters);

  /// Returns the thermal strains along x, y and z for a temperature rise of 1.
  base::Vec3 thermalExpansion() const { return base::Vec3::Constant(expansion); }

  /// Returns Lamé's first constant [force/length²].
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns the stress for the displacement gradient H = du/dX. T is double, Lane or Dual.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> eps = strain(H);
    return spherical<T>(lambda() * trace(eps)) + 2 * mu() * eps;
  }
};

}  // namespace tenon::fem

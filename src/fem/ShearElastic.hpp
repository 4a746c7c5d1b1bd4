// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Deviatoric part of isotropic elasticity for use with the constraint `incompressible`: sigma = 2
/// mu eps, with mu = E / (2 (1 + nu)). The constraint, with the same E and nu, adds -p I = lambda
/// div u I. The limit nu = 1/2, an incompressible material, is included.
struct ShearElastic {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu <= 1/2

  /// Indicates that the tangent is constant.
  static constexpr bool is_linear = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<ShearElastic>& parameters);

  /// Checks the constants. @throws InputError if nu <= -1.
  void check() const;

  /// Returns zero: the volumetric stress belongs to the constraint.
  double lambda() const { return 0; }
  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns the stress for the displacement gradient H = du/dX. T is double, Lane or Dual.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return 2 * mu() * strain(H);
  }
};

}  // namespace tenon::fem

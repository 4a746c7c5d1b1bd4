// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/LU>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Orthotropic linear elasticity at small strain, with the coordinate planes as planes of symmetry:
///   eps_ii = sum_j S_ij sigma_jj,  S_ii = 1 / E_i,  S_ij = -nu_ij / E_i (i < j)
///   sigma_ij = 2 G_ij eps_ij (i != j)
/// Poisson's ratio nu_ij is the contraction along j under uniaxial tension along i.
///
/// This class is the example of a material that provides only stress(): automatic differentiation
/// of stress() gives the tangent.
struct OrthotropicElastic {
  double young_x = 0, young_y = 0, young_z = 0;  ///< Young's moduli E_i > 0 [force/length²]
  /// Poisson's ratios nu_ij, for which S must be positive definite.
  double poisson_xy = 0, poisson_yz = 0, poisson_xz = 0;
  double shear_xy = 0, shear_yz = 0, shear_xz = 0;           ///< shear moduli G_ij > 0 [force/length²]
  double expansion_x = 0, expansion_y = 0, expansion_z = 0;  ///< coefficients of thermal expansion [1/temperature]

  /// Indicates that the tangent is constant.
  static constexpr bool is_linear = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<OrthotropicElastic>& parameters);

  /// Checks the constants.
  /// @throws InputError if S is not positive definite, that is, if the elastic energy could become
  /// negative
  void check() const;

  /// Returns the thermal strains along x, y and z for a temperature rise of 1.
  base::Vec3 thermalExpansion() const { return {expansion_x, expansion_y, expansion_z}; }

  /// Returns the compliance S of the three normal strains [length²/force].
  base::Mat3 compliance() const;

  /// Returns the stress for the displacement gradient H = du/dX. T is double, Lane or Dual.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> eps = strain(H);
    const base::Mat3 C = compliance().inverse();
    Tensor<T> sigma;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sigma(i, i) = sigma(i, i) + C(i, j) * eps(j, j);
    sigma(0, 1) = sigma(1, 0) = 2 * shear_xy * eps(0, 1);
    sigma(1, 2) = sigma(2, 1) = 2 * shear_yz * eps(1, 2);
    sigma(0, 2) = sigma(2, 0) = 2 * shear_xz * eps(0, 2);
    return sigma;
  }
};

}  // namespace tenon::fem

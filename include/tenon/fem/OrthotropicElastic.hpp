#pragma once
#include <Eigen/LU>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Linear elasticity with three planes of symmetry, those of the axes x, y, z, at small strain:
///   eps_ii = sum_j S_ij sigma_jj,  S_ii = 1 / E_i,  S_ij = -nu_ij / E_i (i < j),  sigma_ij = 2 G_ij eps_ij (i != j)
/// nu_ij: contraction along j when pulled along i.
///
/// The example of a material without a tangent of its own: automatic differentiation of stress() gives it.
struct OrthotropicElastic {
  double young_x = 0, young_y = 0, young_z = 0;              ///< force / length^2
  double poisson_xy = 0, poisson_yz = 0, poisson_xz = 0;     ///< such that S is positive definite
  double shear_xy = 0, shear_yz = 0, shear_xz = 0;           ///< force / length^2
  double expansion_x = 0, expansion_y = 0, expansion_z = 0;  ///< of thermal expansion, 1 / temperature

  static constexpr bool is_linear = true;
  static void declare(base::Parameters<OrthotropicElastic>& parameters);

  /// InputError where the constants together would give energy back: S not positive definite.
  void check() const;

  /// Strain of a unit rise of temperature along x, y, z.
  base::Vec3 thermalExpansion() const { return {expansion_x, expansion_y, expansion_z}; }

  /// S above, for the three normal strains.
  base::Mat3 compliance() const;

  /// Stress of the displacement gradient H = du/dX; T is double, Lane or Dual.
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

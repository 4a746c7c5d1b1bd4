// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/laws/MaterialLaw.hpp"

// Material models with constant tangent for SolidKernel, in 2 or 3 dimensions and on lanes:
//   IsotropicLaw   closed form (materials with lambda() and mu())
//   ConstantLaw    81 numbers, differentiated once (other linear materials with symmetric tangent)
// All other materials have a MaterialLaw for PointwiseKernel.
namespace tenon::fem {

/// Isotropic linear elasticity in closed form.
template <int dim>
struct IsotropicLaw {
  double lambda, mu;  ///< Lamé's constants [force/length²]; in plane stress lambda is the reduced constant

  IsotropicLaw(double first, double second, Plane plane) : lambda(first), mu(second) {
    if (dim == 2 && plane == Plane::stress) lambda = 2 * lambda * mu / (lambda + 2 * mu);
  }
  template <class Material>
  IsotropicLaw(const Material& material, Plane plane) : IsotropicLaw(material.lambda(), material.mu(), plane) {}

  /// Computes K_ik = C_ijkl G_jl = lambda G + mu G^T + mu tr(G) I, where G is the integral of g_a
  /// g_b^T.
  void contract(const Lane (&G)[dim][dim], Lane* K) const {
    Lane sum = G[0][0];
    for (int i = 1; i < dim; ++i) sum += G[i][i];
    for (int i = 0; i < dim; ++i)
      for (int k = 0; k < dim; ++k) K[i * dim + k] = lambda * G[i][k] + mu * G[k][i];
    for (int i = 0; i < dim; ++i) K[i * dim + i] += mu * sum;
  }

  /// Computes the stress for the displacement gradient H.
  void stress(const Lane (&H)[dim][dim], Lane (&sigma)[dim][dim]) const {
    Lane sum = H[0][0];
    for (int i = 1; i < dim; ++i) sum += H[i][i];
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) sigma[i][j] = mu * (H[i][j] + H[j][i]);
    for (int i = 0; i < dim; ++i) sigma[i][i] += lambda * sum;
  }
};

/// Linear elasticity with a stored constant tangent.
template <int dim>
struct ConstantLaw {
  Tangent<double, dim> C;  ///< tangent

  template <class Material>
  ConstantLaw(const Material& material, Plane plane)
      : ConstantLaw(differentiate<double>(material, Tensor<double>{}), plane) {}
  ConstantLaw(const Tangent<double, 3>& full, Plane plane) {
    if constexpr (dim == 3)
      C = full;
    else
      C = inPlane(full, plane);
  }

  /// Computes K_ik = C_ijkl G_jl.
  void contract(const Lane (&G)[dim][dim], Lane* K) const {
    for (int i = 0; i < dim; ++i)
      for (int k = 0; k < dim; ++k) {
        Lane sum{};
        for (int j = 0; j < dim; ++j)
          for (int l = 0; l < dim; ++l) sum += C.entry[i][j][k][l] * G[j][l];
        K[i * dim + k] = sum;
      }
  }

  /// Computes the stress for the displacement gradient H.
  void stress(const Lane (&H)[dim][dim], Lane (&sigma)[dim][dim]) const {
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) {
        sigma[i][j] = Lane{};
        for (int k = 0; k < dim; ++k)
          for (int l = 0; l < dim; ++l) sigma[i][j] += C.entry[i][j][k][l] * H[k][l];
      }
  }
};

}  // namespace tenon::fem

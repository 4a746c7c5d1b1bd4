#pragma once
#include "tenon/fem/laws/materialTraits.hpp"

// What SolidKernel sees of a material of constant tangent, in 2 or 3 dimensions and on lanes:
//   IsotropicLaw   in closed form      (materials with lambda() and mu())
//   ConstantLaw    81 numbers, differentiated once     (other linear materials of symmetric tangent)
// All others have a MaterialLaw, for PointwiseKernel.
namespace tenon::fem {

template <int dim>
struct IsotropicLaw {
  double lambda, mu;

  IsotropicLaw(double first, double second, Plane plane) : lambda(first), mu(second) {
    if (dim == 2 && plane == Plane::stress) lambda = 2 * lambda * mu / (lambda + 2 * mu);
  }
  template <class Material>
  IsotropicLaw(const Material& material, Plane plane) : IsotropicLaw(material.lambda(), material.mu(), plane) {}

  /// K_ik = C_ijkl G_jl = lambda G + mu G^T + mu tr(G) I, where G is the integral of g_a g_b^T.
  void contract(const Lane (&G)[dim][dim], Lane* K) const {
    Lane sum = G[0][0];
    for (int i = 1; i < dim; ++i) sum += G[i][i];
    for (int i = 0; i < dim; ++i)
      for (int k = 0; k < dim; ++k) K[i * dim + k] = lambda * G[i][k] + mu * G[k][i];
    for (int i = 0; i < dim; ++i) K[i * dim + i] += mu * sum;
  }

  void stress(const Lane (&H)[dim][dim], Lane (&sigma)[dim][dim]) const {
    Lane sum = H[0][0];
    for (int i = 1; i < dim; ++i) sum += H[i][i];
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) sigma[i][j] = mu * (H[i][j] + H[j][i]);
    for (int i = 0; i < dim; ++i) sigma[i][i] += lambda * sum;
  }
};

template <int dim>
struct ConstantLaw {
  Tangent<double, dim> C;

  template <class Material>
  ConstantLaw(const Material& material, Plane plane)
      : ConstantLaw(differentiate<double>(material, Tensor<double>{}), plane) {}
  ConstantLaw(const Tangent<double, 3>& full, Plane plane) {
    if constexpr (dim == 3)
      C = full;
    else
      C = inPlane(full, plane);
  }

  /// K_ik = C_ijkl G_jl.
  void contract(const Lane (&G)[dim][dim], Lane* K) const {
    for (int i = 0; i < dim; ++i)
      for (int k = 0; k < dim; ++k) {
        Lane sum{};
        for (int j = 0; j < dim; ++j)
          for (int l = 0; l < dim; ++l) sum += C.entry[i][j][k][l] * G[j][l];
        K[i * dim + k] = sum;
      }
  }

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

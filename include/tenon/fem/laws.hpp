#pragma once
#include "tenon/base/Error.hpp"
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/Tensor.hpp"

// What an element kernel sees of a material, in 2 or 3 dimensions and on lanes. Three kinds behind one shape:
//   IsotropicLaw   constant tangent in closed form      (materials with lambda() and mu())
//   ConstantLaw    constant symmetric tangent, 81 numbers, differentiated once     (other linear materials)
//   PointwiseLaw   tangent differentiated at each quadrature point       (all others)
namespace tenon::fem {

/// What a plane problem assumes of the third direction: eps_zz = 0 or sigma_zz = 0.
enum class Plane { strain, stress };

/// d sigma_ij / d H_kl.
template <class T, int dim>
struct Tangent {
  T entry[dim][dim][dim][dim];
};

/// Tangent of a material at H by automatic differentiation, one direction of H at a time.
template <class T, class Material>
Tangent<T, 3> differentiate(const Material& material, const Tensor<T>& H) {
  Tangent<T, 3> C;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      Tensor<Dual<T>> seeded;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) seeded(i, j) = Dual<T>(H(i, j));
      seeded(k, l).slope = T{} + 1.0;
      const auto sigma = material.stress(seeded);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) C.entry[i][j][k][l] = sigma(i, j).slope;
    }
  return C;
}

/// Tangent in the plane z = 0. Plane stress: eps_zz is eliminated (z has to be an axis of symmetry of the material).
Tangent<double, 2> inPlane(const Tangent<double, 3>& C, Plane plane);

template <int dim>
struct IsotropicLaw {
  static constexpr bool is_constant = true;
  double lambda, mu;

  template <class Material>
  IsotropicLaw(const Material& material, Plane plane) : lambda(material.lambda()), mu(material.mu()) {
    if (dim == 2 && plane == Plane::stress) lambda = 2 * lambda * mu / (lambda + 2 * mu);
  }

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
  static constexpr bool is_constant = true;
  Tangent<double, dim> C;

  template <class Material>
  ConstantLaw(const Material& material, Plane plane) {
    const auto full = differentiate<double>(material, Tensor<double>{});
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

template <int dim, class Material>
struct PointwiseLaw {
  static constexpr bool is_constant = false;
  Material material;

  PointwiseLaw(const Material& m, Plane plane) : material(m) {
    if (dim == 2 && plane == Plane::stress)
      throw base::InputError(
          "Plane stress needs a linear material with a symmetric tangent: 'plane: strain' is there for the others.");
  }

  void stress(const Lane (&H)[dim][dim], Lane (&sigma)[dim][dim]) const {
    const Tensor<Lane> full = material.stress(inSpace(H));
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) sigma[i][j] = full(i, j);
  }

  /// Change of the stress at H with a change dH: d sigma = C(H) : dH, by differentiation in that one direction.
  void stressChange(const Lane (&H)[dim][dim], const Lane (&dH)[dim][dim], Lane (&change)[dim][dim]) const {
    Tensor<Dual<Lane>> moving;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) moving(i, j) = Dual<Lane>(H[i][j], dH[i][j]);
    const Tensor<Dual<Lane>> full = material.stress(moving);
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) change[i][j] = full(i, j).slope;
  }

  Tangent<Lane, dim> tangent(const Lane (&H)[dim][dim]) const {
    const Tangent<Lane, 3> full = differentiate(material, inSpace(H));
    if constexpr (dim == 3) return full;
    Tangent<Lane, dim> C;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j)
        for (int k = 0; k < dim; ++k)
          for (int l = 0; l < dim; ++l) C.entry[i][j][k][l] = full.entry[i][j][k][l];
    return C;
  }

 private:
  static Tensor<Lane> inSpace(const Lane (&H)[dim][dim]) {
    Tensor<Lane> full;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) full(i, j) = H[i][j];
    return full;
  }
};

namespace detail {
template <class Material, class = void>
inline constexpr bool has_lame = false;
template <class Material>
inline constexpr bool has_lame<
    Material, std::void_t<decltype(std::declval<Material>().lambda()), decltype(std::declval<Material>().mu())>> = true;

template <class Material, class = void>
inline constexpr bool is_symmetric = true;
template <class Material>
inline constexpr bool is_symmetric<Material, std::void_t<decltype(Material::is_symmetric)>> = Material::is_symmetric;
}  // namespace detail

/// Whether a tangent is symmetric: a material whose stress derives from no energy says `is_symmetric = false`.
template <class Material>
inline constexpr bool is_symmetric = detail::is_symmetric<Material>;

/// The law that suits a material best.
template <int dim, class Material>
using LawOf = std::conditional_t<!Material::is_linear || !is_symmetric<Material>, PointwiseLaw<dim, Material>,
                                 std::conditional_t<detail::has_lame<Material>, IsotropicLaw<dim>, ConstantLaw<dim>>>;

}  // namespace tenon::fem

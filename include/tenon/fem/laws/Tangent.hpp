// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/laws/Jet.hpp"

namespace tenon::fem {

/// Out-of-plane assumption of a plane problem: plane strain (eps_zz = 0) or plane stress
/// (sigma_zz = 0).
enum class Plane {
  strain,  ///< plane strain, eps_zz = 0
  stress   ///< plane stress, sigma_zz = 0
};

/// Fourth-order tangent tensor C_ijkl = dP_ij / dH_kl, the derivative of the stress P with respect
/// to the displacement gradient H.
template <class T, int dim>
struct Tangent {
  T entry[dim][dim][dim][dim];  ///< entries, [i][j][k][l]
};

/// Scalar factors alpha, beta and gamma in TangentDyads.
template <class T>
struct DyadFactors {
  T alpha,    ///< coefficient of d_ik d_jl
      beta,   ///< coefficient of G_ij G_kl
      gamma;  ///< coefficient of G_il G_kj
};

/// Tangent as a sum of dyads, for a material whose energy is the sum of a linear function of I_1
/// and an arbitrary function of J:
///   C_ijkl = alpha d_ik d_jl + beta G_ij G_kl + gamma G_il G_kj,   G = F^-T
/// with the Kronecker delta d_ij. The contraction of C with the shape function gradients g_a (index
/// j) and g_b (index l) is computed from the vectors G g_a and G g_b; this requires only a quarter
/// of the multiplications.
template <class T>
struct TangentDyads {
  T alpha,      ///< coefficient of d_ik d_jl
      beta,     ///< coefficient of G_ij G_kl
      gamma;    ///< coefficient of G_il G_kj
  Tensor<T> G;  ///< inverse transpose F^-T of the deformation gradient

  /// Returns the tangent with all 81 entries.
  Tangent<T, 3> expanded() const {
    Tangent<T, 3> C;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) {
            C.entry[i][j][k][l] = beta * G(i, j) * G(k, l) + gamma * G(i, l) * G(k, j);
            if (i == k && j == l) C.entry[i][j][k][l] = C.entry[i][j][k][l] + alpha;
          }
    return C;
  }
};

/// Returns the double contraction C : a of a tangent and a tensor.
template <class T>
Tensor<T> contraction(const Tangent<T, 3>& C, const Tensor<T>& a) {
  Tensor<T> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) result(i, j) = result(i, j) + C.entry[i][j][k][l] * a(k, l);
  return result;
}

/// Returns H with its entries as the nine independent variables of automatic differentiation.
/// @tparam Jet  LinearJet, QuadraticJet or InvariantJet
/// @param H  displacement gradient
template <class Jet, class T>
Tensor<Jet> seeded(const Tensor<T>& H) {
  Tensor<Jet> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      result(i, j) = Jet(H(i, j));
      result(i, j).seed(3 * i + j);
    }
  return result;
}

/// Returns true if each entry of `a` is the corresponding entry of H plus a constant. contraction()
/// and determinant() treat such tensors separately; this reduces the time for the second
/// derivatives of a neo-Hookean energy by two thirds.
template <class T>
bool areSeeds(const Tensor<QuadraticJet<T>>& a) {
  bool are = true;
  for (int k = 0; k < 9; ++k) are = are && a(k / 3, k % 3).seed_of == k;
  return are;
}

/// Returns the values of a tensor of jets.
template <class T>
Tensor<T> valuesOf(const Tensor<QuadraticJet<T>>& a) {
  Tensor<T> values;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) values(i, j) = a(i, j).value;
  return values;
}

/// Returns the double contraction a : b. Tensors that satisfy areSeeds() are treated separately,
/// for speed.
template <class T>
QuadraticJet<T> contraction(const Tensor<QuadraticJet<T>>& a, const Tensor<QuadraticJet<T>>& b) {
  using Jet = QuadraticJet<T>;
  if (!areSeeds(a) || !areSeeds(b)) return contraction<Jet>(a, b);
  Jet sum(contraction(valuesOf(a), valuesOf(b)));
  sum.is_curved = true;
  for (T& curvature : sum.curvature) curvature = T{};
  for (int k = 0; k < Jet::size; ++k) {
    sum.slope[k] = a(k / 3, k % 3).value + b(k / 3, k % 3).value;
    sum.curvature[Jet::pair(k, k)] = T{} + 2.0;
  }
  return sum;
}

/// Returns the determinant of a. Tensors that satisfy areSeeds() are treated separately, for speed.
template <class T>
QuadraticJet<T> determinant(const Tensor<QuadraticJet<T>>& a) {
  using Jet = QuadraticJet<T>;
  if (!areSeeds(a)) return determinant<Jet>(a);
  const Tensor<T> values = valuesOf(a), minors = cofactor(values);
  Jet J(values(0, 0) * minors(0, 0) + values(0, 1) * minors(0, 1) + values(0, 2) * minors(0, 2));
  J.is_curved = true;
  for (T& curvature : J.curvature) curvature = T{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      J.slope[3 * i + j] = minors(i, j);
      J.curvature[Jet::pair(3 * i1 + j1, 3 * i2 + j2)] = values(i, j);
      J.curvature[Jet::pair(3 * i1 + j2, 3 * i2 + j1)] = -1.0 * values(i, j);
    }
  return J;
}

/// Returns the tangent dP/dH of a stress that is given as linear jets.
template <class T>
Tangent<T, 3> derivativesOf(const Tensor<LinearJet<T>>& P) {
  Tangent<T, 3> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) C.entry[i][j][k][l] = P(i, j).slope[3 * k + l];
  return C;
}

/// Returns the stress dW/dH of an energy that is given as a jet.
template <class T>
Tensor<T> derivativesOf(const LinearJet<T>& W) {
  Tensor<T> P;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) P(i, j) = W.slope[3 * i + j];
  return P;
}

/// Returns the tangent d2W/dH2 of an energy that is given as a jet.
template <class T>
Tangent<T, 3> secondDerivativesOf(const QuadraticJet<T>& W) {
  Tangent<T, 3> C;
  for (int i = 0, pair = 0; i < 9; ++i)
    for (int j = i; j < 9; ++j, ++pair) {
      const T curvature = W.is_curved ? W.curvature[pair] : T{};
      C.entry[i / 3][i % 3][j / 3][j % 3] = C.entry[j / 3][j % 3][i / 3][i % 3] = curvature;
    }
  return C;
}

/// Returns the tangent of a material at H by automatic differentiation of its stress.
template <class T, class Material>
Tangent<T, 3> differentiate(const Material& material, const Tensor<T>& H) {
  return derivativesOf(material.stress(seeded<LinearJet<T>>(H)));
}

/// Returns the 2D tangent for a plane problem in x and y. For plane stress, eps_zz is eliminated;
/// the z-axis must then be an axis of material symmetry.
/// @param C  tangent in three dimensions [force/length²]
/// @param plane  out-of-plane assumption
Tangent<double, 2> inPlane(const Tangent<double, 3>& C, Plane plane);

}  // namespace tenon::fem

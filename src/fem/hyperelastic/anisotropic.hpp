// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

// Hyperelastic materials with fibres.
namespace tenon::fem {

/// Green-Lagrange strain E = (F^T F - I) / 2 in the axes of the fibres: f along the fibres, s
/// across the fibres in their sheet, and n = f x s; with the transformation of the stress back to
/// global axes.
template <class T>
class FibreStrain {
 public:
  /// Computes E in the axes of the fibres `at` for the displacement gradient H.
  FibreStrain(const Tensor<T>& H, const Fibres& at) {
    const Lane* const f = at.fibre;
    const Lane* const s = at.sheet;
    for (int i = 0; i < 3; ++i) {
      axes_[0][i] = f[i], axes_[1][i] = s[i];
      axes_[2][i] = f[(i + 1) % 3] * s[(i + 2) % 3] - f[(i + 2) % 3] * s[(i + 1) % 3];
    }
    for (int a = 0; a < 3; ++a)
      for (int i = 0; i < 3; ++i) moved_(i, a) = axes_[a][0] * H(i, 0) + axes_[a][1] * H(i, 1) + axes_[a][2] * H(i, 2);
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) {
        T twice = moved_(0, a) * moved_(0, b) + moved_(1, a) * moved_(1, b) + moved_(2, a) * moved_(2, b);
        for (int i = 0; i < 3; ++i) twice = twice + (axes_[a][i] * moved_(i, b) + axes_[b][i] * moved_(i, a));
        E_(a, b) = E_(b, a) = 0.5 * twice;
      }
  }

  /// Returns E in the axes of the fibres.
  const Tensor<T>& operator()() const { return E_; }

  /// Returns P = F S for a second Piola-Kirchhoff stress S in the axes of the fibres.
  Tensor<T> firstPiola(const Tensor<T>& S) const {
    Tensor<T> P, pulled;  // F S in global axes and in the axes of the fibres
    for (int i = 0; i < 3; ++i)
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) pulled(i, b) = pulled(i, b) + (moved_(i, a) + axes_[a][i]) * S(a, b);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        P(i, j) = axes_[0][j] * pulled(i, 0) + axes_[1][j] * pulled(i, 1) + axes_[2][j] * pulled(i, 2);
    return P;
  }

 private:
  Lane axes_[3][3];      // [axis][component] of the fibre axes f, s, n
  Tensor<T> moved_, E_;  // H times each axis
};

/// Common energy of the materials of Guccione and Costa, c / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
/// with Q = sum of b_ij E_ij^2 in the axes of the fibres.
struct ExponentialLaw {
  double c, b[3][3], bulk;  ///< constants c [force/length²], b_ij and kappa [force/length²]

  /// Returns the exponent Q for the strain E in the axes of the fibres.
  template <class T>
  T exponent(const Tensor<T>& E) const {
    return b[0][0] * (E(0, 0) * E(0, 0)) + b[1][1] * (E(1, 1) * E(1, 1)) + b[2][2] * (E(2, 2) * E(2, 2)) +
           2 * b[0][1] * (E(0, 1) * E(0, 1)) + 2 * b[0][2] * (E(0, 2) * E(0, 2)) + 2 * b[1][2] * (E(1, 2) * E(1, 2));
  }
  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    return 0.5 * c * (exp(exponent(FibreStrain<T>(H, at)())) - 1.0) +
           volumetricEnergy(bulk, determinant(deformationGradient(H)));
  }
  /// Returns P = F S + kappa (J - 1) dJ/dF with S_ij = c exp(Q) b_ij E_ij.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H, const Fibres& at) const {
    const FibreStrain<T> E(H, at);
    const T factor = c * exp(exponent(E()));
    Tensor<T> S;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) S(i, j) = b[i][j] * (factor * E()(i, j));
    const Tensor<T> F = deformationGradient(H);
    const T pressure = bulk * (determinant(F) - 1.0);
    return E.firstPiola(S) + pressure * cofactor(F);
  }
};

/// Nearly incompressible passive myocardium with fibres f in sheets s, n = f x s:
///   W = a / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
///   Q = bff E_ff^2 + bss E_ss^2 + bnn E_nn^2 + 2 bfs E_fs^2 + 2 bfn E_fn^2 + 2 bsn E_sn^2
/// @see Costa, Holmes and McCulloch, Modelling cardiac mechanical properties in three dimensions,
/// Phil. Trans. R. Soc. A 359, 2001
struct Costa {
  double a = 0;                                 ///< modulus a > 0 [force/length²]
  double bff = 0, bss = 0, bnn = 0;             ///< exponents > 0 of the normal strains
  double bfs = 0, bfn = 0, bsn = 0;             ///< exponents > 0 of the shear strains
  double bulk = 0;                              ///< bulk modulus kappa > 0 [force/length²]
  VectorSource fibre{1, 0, 0}, sheet{0, 1, 0};  ///< reference directions f and s

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the functions take the fibre directions.
  static constexpr bool has_fibres = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Costa>& p);

  /// Returns the exponential model with the constants of this material.
  ExponentialLaw law() const { return {a, {{bff, bfs, bfn}, {bfs, bss, bsn}, {bfn, bsn, bnn}}, bulk}; }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    return law().energy(H, at);
  }
  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H, const Fibres& at) const {
    return law().stress(H, at);
  }
};

/// Nearly incompressible passive myocardium, stiffer along its fibres f than across them, in the
/// form of the cardiac benchmark of Land et al.:
///   W = c / 2 (exp(Q) - 1) + kappa / 2 (J - 1)^2
///   Q = bf E_ff^2 + bt (E_ss^2 + E_nn^2 + 2 E_sn^2) + 2 bfs (E_fs^2 + E_fn^2)
/// @see Guccione, McCulloch and Waldman, Passive material properties of intact ventricular
/// myocardium determined from a cylindrical model, J. Biomech. Eng. 113, 1991
/// @see Land et al., Verification of cardiac mechanics software, Proc. R. Soc. A 471, 2015, eq. 2.2
struct Guccione {
  double c = 0;                    ///< modulus c > 0 [force/length²]
  double bf = 0, bt = 0, bfs = 0;  ///< exponents > 0
  double bulk = 0;                 ///< bulk modulus kappa > 0 [force/length²]
  VectorSource fibre{1, 0, 0};     ///< reference direction f

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the functions take the fibre directions.
  static constexpr bool has_fibres = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Guccione>& p);

  /// Returns the exponential model with the constants of this material.
  ExponentialLaw law() const { return {c, {{bf, bfs, bfs}, {bfs, bt, bt}, {bfs, bt, bt}}, bulk}; }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    return law().energy(H, at);
  }
  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H, const Fibres& at) const {
    return law().stress(H, at);
  }
};

/// Neo-Hookean material with one family of fibres f that carry tension only:
///   W = mu / 2 (I1 - 3) + k1 / (2 k2) (exp(k2 <I4 - 1>^2) - 1) + kappa / 2 (J - 1)^2
/// with I1 of J^(-1/3) F, the squared stretch I4 = |F f|^2 of the fibres, and <x> = max(x, 0).
/// @see Holzapfel, Gasser and Ogden, A new constitutive framework for arterial wall mechanics, J.
/// Elasticity 61, 2000; here with one fibre family and without dispersion
struct FibreReinforced {
  double mu = 0;                ///< shear modulus mu > 0 of the matrix [force/length²]
  double k1 = 0;                ///< fibre modulus k1 >= 0 [force/length²]
  double k2 = 0;                ///< fibre exponent k2 > 0
  double bulk = 0;              ///< bulk modulus kappa > 0 [force/length²]
  VectorSource fibre{1, 0, 0};  ///< reference direction f

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the functions take the fibre directions.
  static constexpr bool has_fibres = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<FibreReinforced>& p);

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H, const Fibres& at) const {
    const Lane* const f = at.fibre;
    T elongation = 0.0 * H(0, 0);  // I4 - 1 = 2 f.H f + |H f|^2
    for (int i = 0; i < 3; ++i) {
      const T moved = f[0] * H(i, 0) + f[1] * H(i, 1) + f[2] * H(i, 2);
      elongation = elongation + ((2.0 * f[i]) * moved + moved * moved);
    }
    const T pulled = positivePart(elongation), J = determinant(deformationGradient(H));
    return 0.5 * mu * (power(J, -2.0 / 3) * (firstInvariantMinus3(H) + 3.0) - 3.0) +
           0.5 * k1 / k2 * (exp(k2 * (pulled * pulled)) - 1.0) + volumetricEnergy(bulk, J);
  }
};

}  // namespace tenon::fem

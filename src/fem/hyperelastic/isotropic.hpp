// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "isochoric.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/laws/Jet.hpp"
#include "tenon/fem/laws/Tangent.hpp"

// Isotropic hyperelastic materials, except Ogden (Ogden.hpp).
namespace tenon::fem {

/// Compressible neo-Hookean material:
///   W = mu / 2 (I_1 - 3) - mu ln J + lambda / 2 (ln J)^2,  I_1 = F : F,  J = det F > 0
///   P = mu (F - F^-T) + lambda ln J F^-T
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2nd ed., section
/// 6.4.3
struct NeoHookean {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<NeoHookean>& p);

  /// Returns Lamé's first constant [force/length²].
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T lnJ = log(determinant(deformationGradient(H)));
    return 0.5 * mu() * firstInvariantMinus3(H) + lnJ * (0.5 * lambda() * lnJ - mu());
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H), A = cofactor(F);
    const T J = F(0, 0) * A(0, 0) + F(0, 1) * A(0, 1) + F(0, 2) * A(0, 2);
    const T factor = (lambda() * log(J) - mu()) / J;
    return mu() * F + factor * A;
  }

  /// Returns the tangent
  ///   C_ijkl = mu d_ik d_jl + lambda G_ij G_kl + (mu - lambda ln J) G_il G_kj,  G = F^-T.
  template <class T>
  TangentDyads<T> dyads(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H);
    const T J = determinant(F);
    const DyadFactors<T> factors = dyadFactors(J);
    return {factors.alpha, factors.beta, factors.gamma, (1.0 / J) * cofactor(F)};
  }
  /// Returns the factors of dyads() for the volume ratio J = det F.
  template <class T>
  DyadFactors<T> dyadFactors(const T& J) const {
    return {T{} + mu(), T{} + lambda(), mu() - lambda() * log(J)};
  }
};

/// Eight-chain model of rubber, with five terms of its series:
///   W = mu sum_i c_i / L^(2i-2) (I1^i - 3^i) + kappa / 2 (J - 1)^2,  I1 of J^(-1/3) F,
///   c = 1/2, 1/20, 11/1050, 19/7000, 519/673750
/// The initial shear modulus is mu (1 + 3/(5 L^2) + 99/(175 L^4) + 513/(875 L^6) + 42039/(67375
/// L^8)).
/// @see Arruda and Boyce, A three-dimensional constitutive model for the large stretch behavior of
/// rubber elastic materials, J. Mech. Phys. Solids 41, 1993
struct ArrudaBoyce {
  double mu = 0;       ///< modulus mu > 0 [force/length²]
  double locking = 0;  ///< locking stretch L > 1, at which the chains are straight
  double bulk = 0;     ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<ArrudaBoyce>& p);

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformationGradient(H)), I1 = power(J, -2.0 / 3) * (firstInvariantMinus3(H) + 3.0);
    const double x = 1 / (locking * locking);
    double at_rest = 0;
    for (int i = 4; i >= 0; --i) at_rest = 3 * (c[i] + x * at_rest);
    T series = x * c[4] * I1;
    for (int i = 3; i > 0; --i) series = (series + c[i]) * (x * I1);
    return mu * ((series + c[0]) * I1 - at_rest) + volumetricEnergy(bulk, J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T& I1, const T&) {
      const double x = 1 / (locking * locking);
      T slope = 5 * c[4] * x * I1;
      for (int i = 3; i > 0; --i) slope = (slope + (i + 1) * c[i]) * (x * I1);
      return std::array<T, 2>{mu * (slope + c[0]), T{}};
    });
  }

 private:
  static constexpr double c[] = {1.0 / 2, 1.0 / 20, 11.0 / 1050, 19.0 / 7000, 519.0 / 673750};
};

/// Neo-Hookean material with separate isochoric and volumetric energies:
///   W = mu / 2 (J^(-2/3) I_1 - 3) + kappa / 2 (J - 1)^2,  J > 0
///   P = mu J^(-2/3) (F - I_1 / 3 F^-T) + kappa (J - 1) J F^-T
/// @see Simo and Hughes, Computational Inelasticity, section 9.2, with another volumetric energy
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, section 6.5
struct IsochoricNeoHookean {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<IsochoricNeoHookean>& p);

  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }
  /// Returns the bulk modulus [force/length²].
  double bulk() const { return young / (3 * (1 - 2 * poisson)); }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformationGradient(H));
    return 0.5 * mu() * (power(J, -2.0 / 3) * (firstInvariantMinus3(H) + 3.0) - 3.0) + volumetricEnergy(bulk(), J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H);
    const T J = determinant(F), shear = mu() * power(J, -2.0 / 3);
    const T factor = bulk() * (J - 1.0) - shear * contraction(F, F) / (3.0 * J);
    return shear * F + factor * cofactor(F);
  }
};

/// Hooke's law between the Green-Lagrange strain E and the second Piola-Kirchhoff stress S, for
/// large rotations and small strains:
///   W = lambda / 2 (tr E)^2 + mu E : E,  E = (H + H^T + H^T H) / 2
///   P = F S,  S = lambda tr(E) I + 2 mu E,  F = I + H
/// In compression the material softens below approximately 60 % of the initial length.
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, section 6.4
struct SaintVenantKirchhoff {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<SaintVenantKirchhoff>& p);

  /// Returns Lamé's first constant [force/length²].
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns P for the displacement gradient H. T is double, Lane, Dual or a jet.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> E = greenStrain(H);
    const T volume = lambda() * trace(E);
    const Tensor<T> S = spherical<T>(volume) + 2 * mu() * E;
    return S + product(H, S);
  }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const Tensor<T> E = greenStrain(H);
    const T volume = trace(E);
    return 0.5 * lambda() * volume * volume + mu() * contraction(E, E);
  }
};

/// Neo-Hookean material that is also defined for inverted elements, with restoring forces:
///   W = m / 2 (I_1 - 3) + l / 2 (J - a)^2 - m / 2 ln(I_1 + 1) + constant,  a = 1 + 3/4 m / l
///   P = m (1 - 1 / (I_1 + 1)) F + l (J - a) dJ/dF
/// with m = 4/3 mu and l = lambda + 5/6 mu (section 3.4 of the source; positive for every nu > -1),
/// so that the material reduces to Hooke's law at small strain. W is 0 in the reference
/// configuration.
/// @see Smith, de Goes and Kim, Stable Neo-Hookean Flesh Simulation, ACM Transactions on Graphics
/// 37, 2018, eq. 14
struct StableNeoHookean {
  double young = 0;    ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;  ///< Poisson's ratio, -1 < nu < 1/2

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Indicates that the stress is defined for det F <= 0.
  static constexpr bool allows_inversion = true;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<StableNeoHookean>& p);

  /// Returns the shear modulus [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }
  /// Returns the constant m [force/length²].
  double m() const { return 4.0 / 3 * mu(); }
  /// Returns the constant l [force/length²].
  double l() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)) + 5.0 / 6 * mu(); }
  /// Returns the constant a.
  double a() const { return 1 + 0.75 * m() / l(); }

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformationGradient(H)), S = firstInvariantMinus3(H);
    return 0.5 * m() * (S - log(0.25 * S + 1.0)) + 0.5 * l() * ((J - 1.0) * (J + (1 - 2 * a())));
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformationGradient(H);
    const T shear = m() - m() / (firstInvariantMinus3(H) + 4.0), volume = l() * (determinant(F) - a());
    return shear * F + volume * cofactor(F);
  }
};

/// Soft tissue with exponential stiffening:
///   W = c1 (exp(c2 (I1 - 3)) - 1) - c1 c2 / 2 (I2 - 3) + kappa / 2 (J - 1)^2
/// with I1 and I2 of J^(-1/3) F and the initial shear modulus mu = c1 c2.
/// @see Veronda and Westmann, Mechanical characterization of skin - finite deformations, J.
/// Biomechanics 3, 1970
struct VerondaWestmann {
  double c1 = 0;    ///< modulus c1 > 0 [force/length²]
  double c2 = 0;    ///< exponent c2 > 0
  double bulk = 0;  ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<VerondaWestmann>& p);

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const IsochoricInvariants<T> of(H);
    return c1 * (exp(c2 * (of.I1 - 3.0)) - 1.0) - 0.5 * c1 * c2 * (of.I2 - 3.0) + volumetricEnergy(bulk, of.J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T& I1, const T&) {
      return std::array<T, 2>{c1 * c2 * exp(c2 * (I1 - 3.0)), T{} + -0.5 * c1 * c2};
    });
  }
};

/// Nearly incompressible Mooney-Rivlin material:
///   W = c10 (I1 - 3) + c01 (I2 - 3) + kappa / 2 (J - 1)^2,  I1, I2 of J^(-1/3) F
/// The initial shear modulus is mu = 2 (c10 + c01).
/// @see Rivlin, Large elastic deformations of isotropic materials IV, Phil. Trans. R. Soc. A 241,
/// 1948
/// @see Bonet and Wood, section 6.5 (near-incompressibility)
struct MooneyRivlin {
  double c10 = 0, c01 = 0;  ///< constants >= 0, not both 0 [force/length²]
  double bulk = 0;          ///< bulk modulus kappa > 0 [force/length²]

  /// Indicates that the tangent depends on the displacement.
  static constexpr bool is_linear = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<MooneyRivlin>& p);
  /// Checks the constants. @throws InputError if both c10 and c01 are 0.
  void check() const;

  /// Returns W for the displacement gradient H.
  template <class T>
  T energy(const Tensor<T>& H) const {
    const IsochoricInvariants<T> of(H);
    return c10 * (of.I1 - 3.0) + c01 * (of.I2 - 3.0) + volumetricEnergy(bulk, of.J);
  }

  /// Returns P for the displacement gradient H.
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T&, const T&) { return std::array<T, 2>{T{} + c10, T{} + c01}; });
  }
};

}  // namespace tenon::fem

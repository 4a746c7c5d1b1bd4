// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Dual.hpp"

namespace tenon::fem {

/// Isotropic elasticity with a von Mises yield stress that grows with the equivalent plastic strain
/// a (Voce 1948):
///   k(a) = y + H a + (s - y) (1 - exp(-d a))
struct IsotropicHardening {
  double young = 0;       ///< Young's modulus E > 0 [force/length²]
  double poisson = 0;     ///< Poisson's ratio, -1 < nu < 1/2
  double yield = 0;       ///< initial yield stress y > 0 [force/length²]
  double hardening = 0;   ///< linear hardening modulus H >= 0 [force/length²]
  double saturation = 0;  ///< saturation stress s >= y [force/length²]; 0 selects y
  double exponent = 0;    ///< saturation exponent d >= 0

  /// Declares the parameters of a material that derives from this class.
  template <class Material>
  static void declareFor(base::Parameters<Material>& p);
  /// Checks the constants. @throws InputError if s < y, or if only one of s and d is given.
  void check() const;

  /// Returns the bulk modulus K [force/length²].
  double bulk() const { return young / (3 * (1 - 2 * poisson)); }
  /// Returns the shear modulus mu [force/length²].
  double mu() const { return young / (2 * (1 + poisson)); }

  /// Returns the yield stress k(a) [force/length²].
  Lane strength(const Lane& a) const { return yield + hardening * a + span() * (1.0 - exp(-exponent * a)); }
  /// Returns the hardening modulus dk/da [force/length²].
  Lane slope(const Lane& a) const { return hardening + span() * exponent * exp(-exponent * a); }

 private:
  double span() const { return saturation > yield ? saturation - yield : 0; }
};

/// Radial return of an elastic trial state with the deviatoric strain e to the yield surface: s = 2
/// mu factor e, ds = 2 mu (factor de + bend e (e : de)).
/// @see Wilkins, 1964; Simo and Hughes 1998, box 3.1
struct RadialReturn {
  Lane factor;               ///< ratio of the deviatoric stress to the elastic trial stress
  Lane tangent_coefficient;  ///< coefficient of e (e : de) in the tangent
  Lane increment;            ///< increment of the equivalent plastic strain

  /// Computes the radial return.
  /// @param square  e : e
  /// @param a  equivalent plastic strain at the beginning of the step
  RadialReturn(const IsotropicHardening& material, const Lane& square, const Lane& a);
};

template <class Material>
void IsotropicHardening::declareFor(base::Parameters<Material>& p) {
  using M = Material;
  const std::string modulus = "force/length^2";
  p.required("young", static_cast<double M::*>(&M::young), modulus, "Young's modulus").positive();
  p.required("poisson", static_cast<double M::*>(&M::poisson), "", "Poisson's ratio").between(-1, 0.5);
  p.required("yield_stress", static_cast<double M::*>(&M::yield), modulus, "initial yield stress y (von Mises)")
      .positive();
  p.optional(
       "hardening", static_cast<double M::*>(&M::hardening), modulus,
       "linear hardening modulus H: derivative of the yield stress with respect to the equivalent plastic strain a")
      .nonNegative();
  p.optional("saturation_stress", static_cast<double M::*>(&M::saturation), modulus,
             "saturation stress s: the yield stress increases by (s - y) (1 - exp(-d a)) in addition to H a")
      .nonNegative();
  p.optional("saturation_exponent", static_cast<double M::*>(&M::exponent), "", "exponent d of the saturation term")
      .nonNegative();
}

}  // namespace tenon::fem

#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/lanes.hpp"

namespace tenon::fem {

/// Isotropic elasticity up to von Mises' yield stress, which grows with the equivalent plastic strain a (Voce 1948):
///   k(a) = y + H a + (s - y) (1 - exp(-d a))
struct IsotropicHardening {
  double young = 0;       ///< E > 0, force / length^2
  double poisson = 0;     ///< -1 < nu < 1/2
  double yield = 0;       ///< y > 0, force / length^2
  double hardening = 0;   ///< H >= 0, force / length^2
  double saturation = 0;  ///< s >= y, force / length^2; 0: as y
  double exponent = 0;    ///< d >= 0

  template <class Material>
  static void declareFor(base::Parameters<Material>& p);
  /// InputError where s < y, or s or d is given without the other.
  void check() const;

  double bulk() const { return young / (3 * (1 - 2 * poisson)); }
  double mu() const { return young / (2 * (1 + poisson)); }

  Lane strength(const Lane& a) const { return yield + hardening * a + span() * (1.0 - exp(-exponent * a)); }
  /// dk/da
  Lane slope(const Lane& a) const { return hardening + span() * exponent * exp(-exponent * a); }

 private:
  double span() const { return saturation > yield ? saturation - yield : 0; }
};

/// Where a trial of the step, elastic with the deviatoric strain e, comes back to the yield surface (Wilkins 1964; Simo
/// and Hughes 1998, box 3.1): s = 2 mu factor e,  ds = 2 mu (factor de + bend e (e : de)).
struct RadialReturn {
  Lane factor;
  Lane bend;
  Lane increment;  ///< of the equivalent plastic strain

  /// `square`: e : e, `a`: equivalent plastic strain where the step began.
  RadialReturn(const IsotropicHardening& material, const Lane& square, const Lane& a);
};

template <class Material>
void IsotropicHardening::declareFor(base::Parameters<Material>& p) {
  using M = Material;
  const std::string modulus = "force/length^2";
  p.required("young", static_cast<double M::*>(&M::young), modulus, "Young's modulus").positive();
  p.required("poisson", static_cast<double M::*>(&M::poisson), "", "Poisson's ratio").between(-1, 0.5);
  p.required("yield_stress", static_cast<double M::*>(&M::yield), modulus, "von Mises stress y at first yield")
      .positive();
  p.optional("hardening", static_cast<double M::*>(&M::hardening), modulus,
             "H: growth of the yield stress with the equivalent plastic strain a")
      .nonNegative();
  p.optional("saturation_stress", static_cast<double M::*>(&M::saturation), modulus,
             "s: the yield stress grows by (s - y) (1 - exp(-d a)) beside H a")
      .nonNegative();
  p.optional("saturation_exponent", static_cast<double M::*>(&M::exponent), "", "d").nonNegative();
}

}  // namespace tenon::fem

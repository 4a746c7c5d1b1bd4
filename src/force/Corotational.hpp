// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fem/LinearElastic.hpp"
#include "fem/corotational/CorotationalKernel.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// Corotational linear isotropic elasticity for large rotations and small strains:
///   f = R K_0 (R^T x - X),   sigma = R (C : eps) R^T
/// R is the rotation of the deformation gradient at the centre of the element, computed by `polar`
/// or `qr` (ElementRotation). Elements may invert and recover.
///
/// With `tangent: simple`, K is R K_0 R^T, as if R did not depend on x: symmetric, and never
/// indefinite. `exact` includes the derivative of R. Tetrahedra with `polar` have an energy, E =
/// 1/2 (R^T x - X)^T K_0 (R^T x - X), and a symmetric exact K. For other elements the moment of f
/// conjugate to the spin of R does not vanish; it is of second order in the strains.
///
/// @see Rankin and Brogan, "An element independent corotational procedure", J. Pressure Vessel
///   Technology 108 (1986)
/// @see Mueller and Gross, "Interactive virtual materials", Graphics Interface 2004
/// @see Nesme, Payan and Faure, "Efficient, physically plausible finite elements", Eurographics
///   2005 (`qr`)
class Corotational : public Solid {
 public:
  /// Parameters of a case.
  struct Data {
    double young = 0, poisson = 0;   ///< Young's modulus and Poisson's ratio
    std::string group;               ///< group of cells; empty for the whole object
    std::string rotation = "polar";  ///< method for the rotation: `polar` or `qr`
    std::string tangent = "simple";  ///< tangent: `simple` or `exact`
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the force field.
  /// @throws InputError in plane problems and for second-order cells
  Corotational(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool supportsLargeRotations() const override { return true; }
  bool refusesInversion() const override { return false; }
  bool isAtSmallStrain() const override { return true; }
  std::string largeStrainAdvice() const override {
    return "use `elastic` with a finite-strain material, such as 'neo-hookean'";
  }
  bool isSymmetric() const override { return !is_exact_ || has_potential_ || is_completed_; }
  /// Replaces the exact tangent by its symmetric part from now on.
  void completeTangent() override { is_exact_ = is_completed_ = true; }
  double energy() const override;
  bool hasEnergy() const override { return has_potential_; }
  void addStress(fem::Recovery& recovery) const override;

 private:
  /// Calls work(part, kernel) for each cell type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;
  fem::ExactTangent tangentKind() const {
    if (has_potential_) return fem::ExactTangent::symmetric;
    return is_completed_ ? fem::ExactTangent::symmetrised : fem::ExactTangent::general;
  }

  fem::LinearElastic material_;
  fem::ElementRotation rotation_;
  bool is_exact_, is_completed_ = false, has_potential_ = true;
  std::string name_;
  la::State& state_;
  fem::Region region_;
};

}  // namespace tenon::force

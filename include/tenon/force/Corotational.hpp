#pragma once
#include "tenon/fem/corotational/CorotationalKernel.hpp"
#include "tenon/fem/LinearElastic.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// Linear isotropic elasticity that turns with each element, for large rotations and small strains:
///   f = R K_0 (R^T x - X),   sigma = R (C : eps) R^T
/// R is the rotation of the deformation gradient at the element's centre, `polar` or `qr` (ElementRotation). Elements
/// may be turned inside out and come back. Sources: Rankin and Brogan, "An element independent corotational procedure",
/// J. Pressure Vessel Technology 108 (1986); Mueller and Gross, "Interactive virtual materials", Graphics Interface
/// 2004; Nesme, Payan and Faure, "Efficient, physically plausible finite elements", Eurographics 2005 (`qr`).
///
/// K is R K_0 R^T with `tangent: simple`, as if R did not depend on x: symmetric, and never indefinite. `exact` has the
/// derivative of R too. Tetrahedra with `polar` have an energy, E = 1/2 (R^T x - X)^T K_0 (R^T x - X), and a symmetric
/// exact K; of other elements the moment of f about the spin of R is not zero but of second order in the strains.
class Corotational : public Solid {
 public:
  struct Data {
    double young = 0, poisson = 0;
    std::string group;
    std::string rotation = "polar";
    std::string tangent = "simple";
  };
  static void declare(base::Parameters<Data>& p);

  /// InputError for a plane problem and for cells of second order.
  Corotational(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  bool isForLargeRotations() const override { return true; }
  bool refusesInversion() const override { return false; }
  bool isAtSmallStrain() const override { return true; }
  std::string forLargeStrains() const override {
    return "use `elastic` with a material for large strains, such as 'neo-hookean'";
  }
  bool isSymmetric() const override { return !is_exact_ || has_potential_ || is_completed_; }
  /// From now on the symmetric part of the exact tangent.
  void completeTangent() override { is_exact_ = is_completed_ = true; }
  double energy() const override;
  bool knowsEnergy() const override { return has_potential_; }
  void addStress(fem::Recovery& recovery) const override;

 private:
  /// Calls work(part, kernel) for each cell type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;
  fem::ExactTangent kindOfTangent() const {
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

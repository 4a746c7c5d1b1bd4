#pragma once
#include <memory>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/PressureField.hpp"

namespace tenon::constraint {

/// Incompressibility by a pressure field, at small strain: for every function psi of the pressure
///   int psi div u dV + lambda int psi / bulk dV = 0,
/// without the second term where no bulk modulus is given. The multipliers are the pressure p = lambda, positive where
/// the body is pressed together: the stress is that of the object's materials minus p I, and p = -bulk div u.
///
/// Given E and nu the bulk modulus is Lame's lambda, which is what the material ShearElastic leaves out.
///
/// `linear`: p is continuous and linear between the vertices of cells of second order (Taylor & Hood 1973), `constant`:
/// one p in each cell. In nearly incompressible bodies the mass matrix of the pressure is lumped.
class Incompressible : public LinearConstraint {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string name, object, group{};
    std::string pressure = "linear";
    double bulk = 0.0;
    double young = 0.0, poisson = 0.0;
    double thickness = 0.0;  ///< of a plane problem; 0: that of the object
    std::string strain = "small";

    std::string nameOrDefault() const;
    PressureField::Data pressureData() const { return {object, group, pressure == "linear", thickness}; }
    /// `bulk`, or Lame's lambda = E nu / ((1 + nu)(1 - 2 nu)) where E and nu are given: 0 at nu = 1/2, where nothing
    /// yields. InputError where both are given, or one of E and nu alone.
    double bulkModulus() const;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. This one, or a FiniteIncompressible.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);

  /// Collective. InputError for a linear pressure on cells of first order, which would not be stable.
  Incompressible(const Data& data, const fem::FindDomain& find);

  std::string forLargeRotations() const override { return "say `strain: finite`"; }
  /// int psi dV of each row.
  std::vector<double> measures() const override { return pressure_.volumes(); }
  std::vector<double> compliances() const override;

  /// Linear pressures between the vertices, too, as they are there.
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const override {
    pressure_.fillField(lambda, field);
  }
  /// -p I.
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const override {
    pressure_.addStress(lambda, recovery);
  }

  /// Compliances of rows with int psi / bulk dV added; 0: no bulk modulus.
  static std::vector<double> withBulk(std::vector<double> rows, const PressureField& pressure, double bulk);

 private:
  double bulk_;
  PressureField pressure_;
};

}  // namespace tenon::constraint

#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Incompressibility by a pressure field: for every function psi of the pressure
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
  struct Data {
    std::string name, object, group{};
    std::string pressure = "linear";
    double bulk = 0.0;
    double young = 0.0, poisson = 0.0;
    double thickness = 1.0;

    /// `bulk`, or Lame's lambda = E nu / ((1 + nu)(1 - 2 nu)) where E and nu are given: 0 at nu = 1/2, where nothing
    /// yields. InputError where both are given, or one of E and nu alone.
    double bulkModulus() const;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a linear pressure on cells of first order, which would not be stable.
  Incompressible(Data data, const fem::FindDomain& find);

  /// int psi dV of each row.
  std::vector<double> measures() const override { return volumes_; }
  std::vector<double> compliances() const override;

  /// Linear pressures between the vertices, too, as they are there.
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const override;
  /// -p I.
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const override;

 private:
  struct Row {
    std::vector<std::pair<LocalIndex, base::Vec3>> terms;  // by node: coefficients of u
    double volume = 0.0;
  };

  bool isLinearPressure() const { return data_.pressure == "linear"; }
  fem::Region region() const { return {domain_, data_.group, domain_.dimension(), name()}; }
  /// Collective. Linear pressures at the vertices, [local nodes of the state], ghosts included.
  std::vector<double> atVertices(gsl::span<const double> lambda) const;
  /// Collective. Pressures of the vertices of each cell of each part, [cells x vertices]; constant ones: [cells].
  std::vector<std::vector<double>> ofCells(const fem::Region& region, gsl::span<const double> lambda) const;
  void requireStable(const fem::Region& region) const;
  std::vector<LocalIndex> ownedVertices(const fem::Region& region) const;
  void addLinear(const fem::Region& region);
  void addConstant(const fem::Region& region);
  void addRowOf(Row row);

  Data data_;
  double bulk_;
  fem::Domain domain_;
  std::vector<double> volumes_;
};

}  // namespace tenon::constraint

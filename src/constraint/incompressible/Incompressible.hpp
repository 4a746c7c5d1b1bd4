// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "constraint/PressureField.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"

namespace tenon::constraint {

/// Incompressibility by a pressure field, for small strains: for every function psi of the pressure
///   int psi div u dV + lambda int psi / bulk dV = 0,
/// without the second term if no bulk modulus is given. The multipliers are the pressure
/// p = lambda, positive in compression: the stress is that of the object's materials minus p I, and
/// p = -bulk div u.
///
/// If E and nu are given, the bulk modulus is Lame's lambda, which the material ShearElastic omits.
///
/// `linear`: p is continuous and linear between the vertices of second-order cells (Taylor &
/// Hood 1973). `constant`: one p per cell. The mass matrix of the pressure of nearly incompressible
/// bodies is lumped.
class Incompressible : public LinearConstraint {
 public:
  /// Indicates that the constraint supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the constraint.
  struct Data {
    /// Names of the constraint, of the object and of the group; no group: the whole object.
    std::string name, object, group{};
    std::string pressure = "linear";    ///< pressure field: linear or constant
    double bulk = 0.0;                  ///< bulk modulus, force/area; 0: incompressible
    double young = 0.0, poisson = 0.0;  ///< E (force/area) and nu, instead of `bulk`
    double thickness = 0.0;             ///< thickness of a plane problem; 0: the thickness of the object
    std::string strain = "small";       ///< small: div u = 0; finite: J = 1

    /// Returns the name, or a default name.
    std::string nameOrDefault() const;
    /// Returns the parameters of the pressure field.
    PressureField::Data pressureData() const { return {object, group, pressure == "linear", thickness}; }
    /// Returns `bulk`, or Lame's lambda = E nu / ((1 + nu)(1 - 2 nu)) if E and nu are given; 0 for
    /// nu = 1/2 (incompressible).
    /// @throws InputError if both are given, or only one of E and nu
    double bulkModulus() const;
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates an Incompressible, or a FiniteIncompressible for finite strains. @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);

  /// Assembles the rows.
  /// @throws InputError for a linear pressure on first-order cells, which is unstable
  /// @note Collective.
  Incompressible(const Data& data, const fem::FindDomain& find);

  std::string largeRotationAlternative() const override { return "set `strain: finite`"; }
  /// Returns int psi dV of each row.
  std::vector<double> measures() const override { return pressure_.volumes(); }
  std::vector<double> compliances() const override;

  /// Evaluates the pressure at all nodes; linear pressures are interpolated between the vertices.
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const override {
    pressure_.fillField(lambda, field);
  }
  /// Adds -p I to the stress.
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const override {
    pressure_.addStress(lambda, recovery);
  }

  /// Returns the compliances `rows` with int psi / bulk dV added. `bulk` = 0: no bulk modulus,
  /// nothing is added.
  static std::vector<double> withBulk(std::vector<double> rows, const PressureField& pressure, double bulk);

 private:
  double bulk_;
  PressureField pressure_;
};

}  // namespace tenon::constraint

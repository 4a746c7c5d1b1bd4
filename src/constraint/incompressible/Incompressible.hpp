// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "IncompressibleParameters.hpp"
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
  using Data = IncompressibleParameters;
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

 private:
  double bulk_;
  PressureField pressure_;
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "IncompressibleParameters.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Incompressibility by a pressure field, for large strains: for every function psi of the pressure
///   int psi (J - 1) dV + lambda int psi / bulk dV = 0,  J = det F,
/// integrated over the reference configuration. The multipliers are the pressure p = lambda: the
/// Cauchy stress is that of the object's materials minus p I, and p = -bulk (J - 1).
///
/// With a constant pressure, and a material whose energy is independent of the volume, this is the
/// principle of MeanDilatationLaw with kappa/2 (J - 1)^2.
///
///   G_ra = int psi_r cof F g_a dV,
///   d(G^T lambda)_a/du_b = int p [w]^T dV,  w = F (g_a x g_b),  [w] v = w x v
///
/// @see Sussman and Bathe (1987); Wriggers, Nonlinear Finite Element Methods (2008), section 10.2
class FiniteIncompressible : public Constraint {
 public:
  /// Creates the constraint.
  /// @throws InputError for a linear pressure on first-order cells, which is unstable
  /// @note Collective.
  FiniteIncompressible(const IncompressibleParameters& data, const fem::FindDomain& find);

  const std::string& name() const override { return name_; }
  LocalIndex numRows() const override { return pressure_.numRows(); }
  int block() const override { return 1; }
  void addJacobian(JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;
  void setMultipliers(gsl::span<const double> lambda) override { of_cells_ = pressure_.cellValues(lambda); }
  void addGeometricStiffness(la::StiffnessMatrix& K) const override;
  /// Returns int psi dV of each row.
  std::vector<double> measures() const override { return pressure_.volumes(); }
  std::vector<double> compliances() const override;

  const la::State* carrier() const override;
  std::vector<LocalIndex> carrierNodes() const override { return pressure_.vertices(); }
  std::vector<RowKey> rowKeys() const override { return pressure_.rowKeys(); }
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const override {
    pressure_.fillField(lambda, field);
  }
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const override {
    pressure_.addStress(lambda, recovery);
  }

 private:
  /// Returns F at a point of a cell; F_33 = 1 in plane problems.
  base::Mat3 deformationAt(const LocalIndex* nodes, const fem::PointGeometry& point) const;

  std::string name_;
  double bulk_;
  PressureField pressure_;
  std::vector<std::vector<double>> of_cells_;  // pressures of the cells of each part, see PressureField::cellValues()
};

}  // namespace tenon::constraint

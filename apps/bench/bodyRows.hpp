// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::bench {

/// Dense rows over all nodes of a body, owned by the root: means of u and of X x u.
class BodyMeanConstraint : public constraint::LinearConstraint {
 public:
  struct MeanRow {
    base::Vec3 u = base::Vec3::Zero();         ///< coefficients d of the mean displacement: sum u . d / N = value
    base::Vec3 rotation = base::Vec3::Zero();  ///< coefficients d of the mean rotation: sum (X x u) . d / N = value
    double value = 0.0;
  };
  /// @note Collective.
  BodyMeanConstraint(const std::vector<MeanRow>& rows, const fem::Domain& body);
};

/// Constraint that preserves the total volume of a body: int (det F - 1) dV = 0, one nonlinear row,
/// owned by the root. Its Lagrange multiplier is a pressure.
class VolumeConstraint : public constraint::Constraint {
 public:
  explicit VolumeConstraint(const fem::Domain& body);

  const std::string& name() const override { return name_; }
  base::LocalIndex numRows() const override { return body_.mesh.comm().isRoot() ? 1 : 0; }
  int block() const override { return 1; }
  void addJacobian(constraint::JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;
  void setMultipliers(gsl::span<const double> lambda) override;
  void addGeometricStiffness(la::StiffnessMatrix& K) const override;

 private:
  base::Mat3 gradient(const base::LocalIndex* nodes, const fem::PointGeometry& point) const;

  std::string name_ = "volume";
  fem::Domain body_;
  fem::Region cells_;
  double pressure_ = 0.0;
};

}  // namespace tenon::bench

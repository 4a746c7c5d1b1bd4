// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/FirstOrderCells.hpp"
#include "tenon/force/Solid.hpp"

namespace tenon::force {

/// Constants of a material with a constant, symmetric tangent.
struct LinearConstants {
  fem::Tangent<double, 3> C;                    ///< tangent C_ijkl = d sigma_ij / d H_kl [force/length²]
  std::optional<std::array<double, 2>> lame{};  ///< lambda and mu if isotropic [force/length²]
  base::Vec3 expansion = base::Vec3::Zero();    ///< thermal strain per unit temperature along x, y, z
};

/// Internal force of a solid with a constant tangent, for all cell types of a region:
///   f_a = - integral of sigma(H) grad N_a dV,  K_ab = df_a/du_b,  sigma = C H,  H = grad u
/// If a temperature T is given, stress and energy are evaluated at grad u - diag(alpha) (T - T_0).
class LinearSolid : public Solid {
 public:
  /// Creates the force field. Warns once if nearly incompressible cells lock.
  /// @param material  constants of the material
  /// @param options  region, plane, thickness and temperature; the formulation and the relaxation
  ///   are not used
  /// @param domain  object of the solid
  /// @throws InputError if the group is missing or of another dimension, if a three-dimensional or
  ///   axisymmetric object has a thickness other than 1, if a temperature is given and the thermal
  ///   expansion is 0, and as the constructor of fem::Field.
  /// @throws FileError if the file of the temperature cannot be read.
  /// @note Collective.
  LinearSolid(const LinearConstants& material, const SolidOptions& options, const fem::Domain& domain);

  std::string name() const override { return name_; }
  void setTime(double time) override { time_ = time; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const override;
  bool isLinear() const override { return true; }
  bool isAtSmallStrain() const override { return true; }
  double energy() const override;
  void addStress(fem::Recovery& recovery) const override;

 private:
  /// Calls work(kernel) with the kernel for these cells.
  template <class Work>
  void withKernel(fem::CellType type, const la::ElementTable& cells, Work&& work) const;
  /// Calls work(part, kernel) for each cell type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;
  /// Calls work(kernel, first, count) for each batch of cells.
  template <class Work>
  void forEachBatch(Work&& work) const;
  void addStiffness(la::Derivative& dfdx, fem::CellType type, const la::ElementTable& cells) const;
  /// Returns H at a quadrature point of a cell, without the out-of-plane strain.
  fem::Tensor<double> displacementGradient(const fem::RegionPart& part, base::LocalIndex cell,
                                           const fem::PointGeometry& point) const;
  /// Returns diag(alpha) (T - T_0).
  fem::Tensor<double> thermalStrain(const fem::RegionPart& part, base::LocalIndex cell,
                                    const fem::PointGeometry& point) const;
  fem::Tensor<double> stressOf(const fem::Tensor<double>& elastic) const;
  /// Returns H minus the thermal strain. In plane problems the out-of-plane components follow from
  /// plane strain or plane stress.
  fem::Tensor<double> elasticPart(const fem::Tensor<double>& H, const fem::Tensor<double>& thermal) const;
  void requireExpansion(const fem::Domain& domain);
  void addThermalForce(la::ForceVector& f) const;
  double displacementEnergy() const;

  LinearConstants material_;
  SolidOptions options_;
  std::string name_;
  la::State& state_;
  fem::Region region_;
  // For each part, created on demand.
  mutable std::vector<std::unique_ptr<fem::FirstOrderCells>> first_order_;
  double across_[2][2] = {};  // plane stress: eps_zz = sum of across_[k][l] H_kl, for the elastic H
  std::optional<fem::Field> temperature_;
  double time_ = 0;
};

}  // namespace tenon::force

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
#include "tenon/force/Solid.hpp"

namespace tenon::fem {
class FirstOrderCells;
}

namespace tenon::force {

/// Constants of a material with a constant, symmetric tangent.
struct LinearConstants {
  fem::Tangent<double, 3> C;                    ///< tangent C_ijkl = d sigma_ij / d H_kl [force/length²]
  std::optional<std::array<double, 2>> lame{};  ///< Lamé constants [force/length²]; empty if not isotropic
  base::Vec3 expansion = base::Vec3::Zero();    ///< coefficients of thermal expansion along x, y, z [1/temperature]
};

/// Internal forces of a solid with a constant tangent, for cells of any type:
///   f_a = - integral of sigma(H) grad N_a dV,  K_ab = df_a/du_b,  sigma = C H,  H = grad u
/// with the shape function N_a and the displacement u_a of node a. If a temperature T is given,
/// stress and energy are evaluated at H = grad u - diag(alpha) (T - T_0), with the coefficients of
/// thermal expansion alpha and the reference temperature T_0.
class LinearSolid : public Solid {
 public:
  /// Constructs the force field. Logs a single warning if the cells lock because the material is
  /// nearly incompressible.
  /// @param material  constants of the material
  /// @param options  region, plane, thickness and temperature; the formulation and the relaxation
  ///   are ignored
  /// @param domain  object to which the solid belongs
  /// @throws InputError if the group does not exist or has no cells of the dimension of the
  ///   problem, if a three-dimensional or axisymmetric object has a thickness other than 1, if a
  ///   temperature is given but the thermal expansion is 0, or if the constructor of fem::Field
  ///   rejects the temperature
  /// @throws FileError if the temperature file cannot be read
  /// @note Collective.
  LinearSolid(const LinearConstants& material, const SolidOptions& options, const fem::Domain& domain);
  /// Moves a solid.
  LinearSolid(LinearSolid&&) noexcept;
  ~LinearSolid() override;

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
  /// Calls work(kernel) with the kernel for the given cells.
  template <class Work>
  void withKernel(fem::CellType type, const la::ElementTable& cells, Work&& work) const;
  /// Calls work(part, kernel) for each cell type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;
  /// Calls work(kernel, first, count) for each batch of cells.
  template <class Work>
  void forEachBatch(Work&& work) const;
  void addStiffness(la::Derivative& dfdx, fem::CellType type, const la::ElementTable& cells) const;
  /// Returns the displacement gradient H at a quadrature point, without the out-of-plane strain.
  fem::Tensor<double> displacementGradient(const fem::RegionPart& part, base::LocalIndex cell,
                                           const fem::PointGeometry& point) const;
  /// Returns the thermal strain diag(alpha) (T - T_0).
  fem::Tensor<double> thermalStrain(const fem::RegionPart& part, base::LocalIndex cell,
                                    const fem::PointGeometry& point) const;
  fem::Tensor<double> stressOf(const fem::Tensor<double>& elastic) const;
  /// Returns H minus the thermal strain. In plane problems the out-of-plane component follows from
  /// the assumption of plane strain or plane stress.
  fem::Tensor<double> elasticPart(const fem::Tensor<double>& H, const fem::Tensor<double>& thermal) const;
  void requireExpansion(const fem::Domain& domain);
  void addThermalForce(la::ForceVector& f) const;
  double displacementEnergy() const;

  LinearConstants material_;
  SolidOptions options_;
  std::string name_;
  la::State& state_;
  fem::Region region_;
  // First-order cells of each part, created on demand.
  mutable std::vector<std::unique_ptr<fem::FirstOrderCells>> first_order_;
  double across_[2][2] = {};  // plane stress: eps_zz = sum of across_[k][l] H_kl, with the elastic part of H
  std::optional<fem::Field> temperature_;
  double time_ = 0;
};

}  // namespace tenon::force

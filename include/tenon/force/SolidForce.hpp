#pragma once
#include <memory>
#include <optional>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/FirstOrderCells.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/fem/SolidKernel.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Where a solid is, and what a plane problem needs.
struct SolidOptions {
  std::string group;
  fem::Plane plane = fem::Plane::strain;
  double thickness = 1;
  fem::ScalarSource temperature{};  ///< T; where it is not given there is no thermal strain
  double reference_temperature = 0;
};

/// A force field of a deformable solid: it has forces, a stiffness and stresses.
class Solid : public ForceField, public fem::Recoverable {
 public:
  /// Whether an element that is turned inside out is an error: at small strains a cell may go anywhere.
  virtual bool refusesInversion() const { return !isLinear(); }
};

/// Internal force of a solid at small strain, for all cell types of a region:
///   f_a = - integral of sigma(H) grad N_a dV,  K_ab = df_a/du_b,  H = grad u
/// Where a temperature T is given, sigma is that of grad u - diag(alpha) (T - T_0), and so is the energy.
///
/// A material is a plain struct: its parameters, `declare` for them, `static constexpr bool is_linear`, and
/// `template <class T> Tensor<T> stress(const Tensor<T>& H) const`. It may have `check()`, which throws InputError for
/// parameters that contradict each other, `Vec3 thermalExpansion()` (alpha, of materials that are linear), `energy(H)`,
/// the energy density of a material that is not linear, and `static constexpr bool is_symmetric = false` where its
/// stress derives from no energy.
template <class Material>
class SolidForce : public Solid {
 public:
  using Data = Material;
  static void declare(base::Parameters<Data>& parameters) { Material::declare(parameters); }

  SolidForce(Material material, const SolidOptions& options, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void setTime(double time) override { time_ = time; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override;
  bool isLinear() const override { return Material::is_linear; }
  bool isSymmetric() const override { return fem::is_symmetric<Material>; }
  double energy() const override;
  bool knowsEnergy() const override;
  void addStress(fem::Recovery& recovery) const override;

 private:
  fem::Tensor<double> cauchyStress(const fem::Tensor<double>& H) const;
  template <int dim>
  using Law = fem::LawOf<dim, Material>;

  /// Calls work(kernel) with the kernel made for these cells.
  template <class Work>
  void withKernel(fem::CellType type, const la::ElementTable& cells, Work&& work) const;
  /// Calls work(part, kernel) for each cell type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;
  /// Calls work(kernel, first, count) for each batch of cells.
  template <class Work>
  void forEachBatch(Work&& work) const;
  /// H at a quadrature point of a cell, without the strain across a plane.
  fem::Tensor<double> displacementGradient(const fem::RegionPart& part, base::LocalIndex cell,
                                           const fem::PointGeometry& point) const;
  /// diag(alpha) (T - T_0).
  fem::Tensor<double> thermalStrain(const fem::RegionPart& part, base::LocalIndex cell,
                                    const fem::PointGeometry& point) const;
  /// H less the thermal strain; of a plane problem with what that leaves across the plane: no strain or no stress.
  fem::Tensor<double> elasticPart(const fem::Tensor<double>& H, const fem::Tensor<double>& thermal) const;
  void requireExpansion(const fem::Domain& domain);
  void addThermalForce(la::ForceVector& f) const;

  Material material_;
  SolidOptions options_;
  std::string name_;
  la::State& state_;
  fem::Region region_;
  mutable std::vector<std::unique_ptr<fem::FirstOrderCells>> first_order_;  // of the parts, once asked for
  double across_[2][2] = {};  // plane stress: elastic eps_zz = sum of across_[k][l] H_kl, of the elastic H
  std::optional<fem::Field> temperature_;
  base::Vec3 expansion_ = base::Vec3::Zero();
  double time_ = 0;
};

}  // namespace tenon::force

#include "tenon/force/SolidForceTemplate.hpp"

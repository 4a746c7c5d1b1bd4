#pragma once
#include <memory>
#include <optional>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/FirstOrderCells.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/fem/SolidKernel.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"
#include "tenon/fem/laws/InelasticLaw.hpp"
#include "tenon/force/NodalDilatationSolid.hpp"
#include "tenon/force/PointwiseSolid.hpp"
#include "tenon/force/VaryingConstants.hpp"

namespace tenon::force {

/// Internal force of a solid of one material: the general one, whose stress and tangent depend on the motion, below;
/// and, where the tangent is constant, one that is made of constants.
///
/// A material is a plain struct: its parameters, `declare` for them, `static constexpr bool is_linear`, and
/// stress(H) or energy(H) as fem::DifferentiatedLaw wants them, for any scalar type; a linear one stress(H).
/// It may have `check()`, which throws InputError for parameters that contradict each other,
/// `Vec3 thermalExpansion()` (alpha, of materials that are linear), `static constexpr bool is_symmetric = false` where
/// its stress derives from no energy, `allows_inversion = true` where it is defined at det F <= 0, `has_fibres = true`.
/// One with internal variables is as fem::InelasticLaw wants it.
template <class Material, bool constant_tangent = fem::has_constant_tangent<Material>>
class SolidForce : public PointwiseSolid {
 public:
  using Data = MaterialData<Material>;
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  SolidForce(const Material& material, const SolidOptions& options, const fem::Domain& domain)
      : SolidForce(lawOf(material), material, options, domain) {}
  SolidForce(std::unique_ptr<fem::MaterialLaw> law, const Material& material, const SolidOptions& options,
             const fem::Domain& domain)
      : PointwiseSolid(std::move(law), fem::FibreSources::of(material), options, domain) {}
  /// Collective. With constants that may vary from cell to cell.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
    const bool is_nodal = options.formulation == Formulation::nodal_dilatation;
    if (is_nodal && !data.varying.empty()) NodalDilatationSolid::refuseVaryingConstants(options, domain);
    auto law = data.varying.empty() ? lawOf(data.material) : varyingLaw(data, options.group, domain, makeLaw);
    if (is_nodal)
      return std::make_unique<NodalDilatationSolid>(std::move(law), fem::FibreSources::of(data.material), options,
                                                    domain);
    return std::make_unique<SolidForce>(std::move(law), data.material, options, domain);
  }

 private:
  static std::unique_ptr<fem::MaterialLaw> lawOf(const Material& material) {
    if constexpr (fem::detail::has_check<Material>) material.check();
    return makeLaw(material);
  }
  static std::unique_ptr<fem::MaterialLaw> makeLaw(const Material& material) {
    if constexpr (fem::has_internal<Material>)
      return std::make_unique<fem::InelasticLaw<Material>>(material);
    else
      return std::make_unique<fem::DifferentiatedLaw<Material>>(material);
  }
};

/// Internal force of a solid of constant tangent, for all cell types of a region:
///   f_a = - integral of sigma(H) grad N_a dV,  K_ab = df_a/du_b,  H = grad u
/// Where a temperature T is given, sigma is that of grad u - diag(alpha) (T - T_0), and so is the energy.
template <class Material>
class SolidForce<Material, true> : public Solid {
 public:
  using Data = MaterialData<Material>;
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  SolidForce(Material material, const SolidOptions& options, const fem::Domain& domain);
  /// Collective. Where all points of all cells are not alike, of a mean dilatation, constants that vary or a hoop
  /// strain, a PointwiseSolid, and of what relaxes, which that refuses.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void setTime(double time) override { time_ = time; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override;
  bool isLinear() const override { return true; }
  double energy() const override;
  void addStress(fem::Recovery& recovery) const override;

 private:
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

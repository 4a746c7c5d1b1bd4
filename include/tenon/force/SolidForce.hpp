#pragma once
#include <memory>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"
#include "tenon/fem/laws/InelasticLaw.hpp"
#include "tenon/force/LinearSolid.hpp"
#include "tenon/force/NodalDilatationSolid.hpp"
#include "tenon/force/PointwiseSolid.hpp"
#include "tenon/force/VaryingConstants.hpp"

namespace tenon::force {

/// Internal force of a solid of one material: the general one, whose stress and tangent depend on the motion, below;
/// and, where the tangent is constant, a LinearSolid.
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

/// A solid of one material of constant tangent.
template <class Material>
class SolidForce<Material, true> : public LinearSolid {
 public:
  using Data = MaterialData<Material>;
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  SolidForce(const Material& material, const SolidOptions& options, const fem::Domain& domain)
      : LinearSolid(constantsOf(material), options, domain) {}
  /// Collective. Where all points of all cells are not alike, of a mean dilatation, constants that vary or a hoop
  /// strain, a PointwiseSolid, and of what relaxes, which that refuses.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
    const bool are_alike =
        options.formulation == Formulation::displacement && data.varying.empty() && !domain.mesh.isAxisymmetric();
    if (!are_alike || !options.relaxation.empty()) return SolidForce<Material, false>::make(data, options, domain);
    return std::make_unique<SolidForce>(data.material, options, domain);
  }

 private:
  static LinearConstants constantsOf(const Material& material) {
    if constexpr (fem::detail::has_check<Material>) material.check();
    LinearConstants constants{fem::differentiate<double>(material, fem::Tensor<double>{})};
    if constexpr (fem::detail::has_lame<Material>) constants.lame = {material.lambda(), material.mu()};
    if constexpr (fem::detail::has_expansion<Material>) constants.expansion = material.thermalExpansion();
    return constants;
  }
};

}  // namespace tenon::force

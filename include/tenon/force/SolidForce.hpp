// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"
#include "tenon/fem/laws/InelasticLaw.hpp"
#include "tenon/force/solid/LinearSolid.hpp"
#include "tenon/force/solid/NodalDilatationSolid.hpp"
#include "tenon/force/solid/PointwiseSolid.hpp"
#include "tenon/force/solid/VaryingConstants.hpp"

namespace tenon::force {

/// Internal force of a solid of one material. The primary template is a PointwiseSolid, whose
/// stress and tangent depend on the deformation; the specialisation for a constant tangent is a
/// LinearSolid.
///
/// A material is a plain struct with its parameters, `declare` for them, `static constexpr bool
/// is_linear`, and stress(H) or energy(H) for any scalar type (see fem::DifferentiatedLaw); a
/// linear material has stress(H). Optional members are: `check()`, which throws InputError for
/// contradictory parameters; `Vec3 thermalExpansion()` (alpha of linear materials); `static
/// constexpr bool is_symmetric = false` if the stress derives from no energy; `allows_inversion =
/// true` if the material is defined for det F <= 0; `has_fibres = true`.
///
/// Materials with internal variables follow fem::InelasticLaw.
template <class Material, bool constant_tangent = fem::has_constant_tangent<Material>>
class SolidForce : public PointwiseSolid {
 public:
  /// Parameters of a case.
  using Data = MaterialData<Material>;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  /// Constructs the solid with uniform constants.
  /// @param material  material with its constants
  /// @param options  region and formulation; not Formulation::nodal_dilatation
  /// @param domain  object of the solid
  /// @throws InputError as the constructor of PointwiseSolid, and if the constants contradict each
  ///   other.
  /// @note Collective.
  SolidForce(const Material& material, const SolidOptions& options, const fem::Domain& domain)
      : SolidForce(lawOf(material), material, options, domain) {}
  /// Constructs the solid with a given material model.
  /// @param law  material model
  /// @param material  material, from which the sources of the fibre directions are taken
  /// @param options  region and formulation; not Formulation::nodal_dilatation
  /// @param domain  object of the solid
  /// @throws InputError as the constructor of PointwiseSolid.
  /// @note Collective.
  SolidForce(std::unique_ptr<fem::MaterialLaw> law, const Material& material, const SolidOptions& options,
             const fem::Domain& domain)
      : PointwiseSolid(std::move(law), fem::FibreSources::fromMaterial(material), options, domain) {}
  /// Creates the solid; constants may vary from cell to cell.
  /// @param data  parameters of a case
  /// @param options  region and formulation
  /// @param domain  object of the solid
  /// @return NodalDilatationSolid for Formulation::nodal_dilatation, SolidForce otherwise
  /// @throws InputError as the constructor of the solid and varyingLaw(), and if constants vary
  ///   with Formulation::nodal_dilatation.
  /// @note Collective.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
    const bool is_nodal = options.formulation == Formulation::nodal_dilatation;
    if (is_nodal && !data.varying.empty()) NodalDilatationSolid::refuseVaryingConstants(options, domain);
    auto law = data.varying.empty() ? lawOf(data.material) : varyingLaw(data, options.group, domain, makeLaw);
    if (is_nodal)
      return std::make_unique<NodalDilatationSolid>(std::move(law), fem::FibreSources::fromMaterial(data.material),
                                                    options, domain);
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

/// Internal force of a solid of one material with a constant tangent.
template <class Material>
class SolidForce<Material, true> : public LinearSolid {
 public:
  /// Parameters of a case.
  using Data = MaterialData<Material>;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  /// Constructs the solid.
  /// @param material  material with its constants
  /// @param options  region, plane, thickness and temperature; the formulation and the relaxation
  ///   are not used
  /// @param domain  object of the solid
  /// @throws InputError as the constructor of LinearSolid, and if the constants contradict each
  ///   other.
  /// @note Collective.
  SolidForce(const Material& material, const SolidOptions& options, const fem::Domain& domain)
      : LinearSolid(constantsOf(material), options, domain) {}
  /// Creates the solid. A PointwiseSolid is created if the tangent differs between points or cells
  /// (mean dilatation, varying constants, hoop strain), and for relaxation, which PointwiseSolid
  /// rejects for linear materials.
  /// @param data  parameters of a case
  /// @param options  region and formulation
  /// @param domain  object of the solid
  /// @throws InputError as the constructor of the solid and varyingLaw().
  /// @note Collective.
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

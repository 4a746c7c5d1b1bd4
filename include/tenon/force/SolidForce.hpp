// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"
#include "tenon/fem/laws/InelasticLaw.hpp"
#include "tenon/force/solid/LinearSolid.hpp"
#include "tenon/force/solid/PointwiseSolid.hpp"
#include "tenon/force/solid/VaryingConstants.hpp"

namespace tenon::force {

/// Returns the sources of the fibre directions from the members `fibre` and `sheet` of a material,
/// if it has these members.
template <class Material>
fem::FibreSources fibreSources(const Material& material) {
  fem::FibreSources sources;
  sources.needs_fibres = fem::has_fibres<Material>;
  if constexpr (fem::detail::has_fibre_member<Material>) sources.fibre = material.fibre;
  if constexpr (fem::detail::has_sheet_member<Material>) sources.sheet = material.sheet;
  return sources;
}

/// Internal forces of a solid that consists of one material. The primary template is a
/// PointwiseSolid, whose stress and tangent may depend on the deformation. The specialisation for
/// materials with constant tangent is a LinearSolid.
///
/// A material is a plain struct. It contains its parameters, a function `declare` that declares
/// them, `static constexpr bool is_linear`, and stress(H) or energy(H) for any scalar type (see
/// fem::DifferentiatedLaw). A linear material must define stress(H). Optional members are:
///
/// - `check()`, which throws InputError for contradictory parameters
/// - `Vec3 thermalExpansion()`, which returns the thermal expansion coefficients of a linear
///   material
/// - `static constexpr bool is_symmetric = false` if the stress does not derive from an energy
/// - `static constexpr bool allows_inversion = true` if the stress is defined for det F <= 0
/// - `static constexpr bool has_fibres = true` if the material requires fibre directions
///
/// Materials with internal variables must satisfy the requirements of fem::InelasticLaw.
template <class Material, bool constant_tangent = fem::has_constant_tangent<Material>>
class SolidForce : public PointwiseSolid {
 public:
  /// Parameters in a case file.
  using Data = MaterialData<Material>;
  /// Declares the parameters in a case file.
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  /// Constructs the solid with uniform constants.
  /// @param material  material with its constants
  /// @param options  region and formulation, which must not be Formulation::nodal_dilatation
  /// @param domain  object to which the solid belongs
  /// @throws InputError if the constants contradict each other or if the constructor of
  ///   PointwiseSolid throws
  /// @throws FileError if a file with fibre directions cannot be read
  /// @note Collective.
  SolidForce(const Material& material, const SolidOptions& options, const fem::Domain& domain)
      : SolidForce(lawOf(material), material, options, domain) {}
  /// Constructs the solid with a given material model.
  /// @param law  material model
  /// @param material  material that provides the sources of the fibre directions
  /// @param options  region and formulation, which must not be Formulation::nodal_dilatation
  /// @param domain  object to which the solid belongs
  /// @throws InputError if the constructor of PointwiseSolid throws
  /// @throws FileError if a file with fibre directions cannot be read
  /// @note Collective.
  SolidForce(std::unique_ptr<fem::MaterialLaw> law, const Material& material, const SolidOptions& options,
             const fem::Domain& domain)
      : PointwiseSolid(std::move(law), fibreSources(material), options, domain) {}
  /// Creates the solid that a case file defines. Constants may vary from cell to cell.
  /// @param data  parameters from a case file
  /// @param options  region and formulation
  /// @param domain  object to which the solid belongs
  /// @return NodalDilatationSolid for Formulation::nodal_dilatation, SolidForce otherwise
  /// @throws InputError if varying constants are combined with nodal dilatation, or if varyingLaw()
  ///   or the constructor of the solid throws
  /// @throws FileError if a file with a constant or fibre directions cannot be read
  /// @note Collective.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
    const bool is_nodal = options.formulation == Formulation::nodal_dilatation;
    if (is_nodal && !data.varying.empty()) refuseVaryingNodalDilatation(options, domain);
    auto law = data.varying.empty() ? lawOf(data.material) : varyingLaw(data, options.group, domain, makeLaw);
    if (is_nodal) return makeNodalDilatationSolid(std::move(law), fibreSources(data.material), options, domain);
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

/// Internal forces of a solid that consists of one material with a constant tangent.
template <class Material>
class SolidForce<Material, true> : public LinearSolid {
 public:
  /// Parameters in a case file.
  using Data = MaterialData<Material>;
  /// Declares the parameters in a case file.
  static void declare(base::Parameters<Data>& parameters) { Data::declare(parameters); }

  /// Constructs the solid.
  /// @param material  material with its constants
  /// @param options  region, plane, thickness and temperature; the formulation and the relaxation
  ///   are ignored
  /// @param domain  object to which the solid belongs
  /// @throws InputError if the constants contradict each other or if the constructor of LinearSolid
  ///   throws
  /// @throws FileError if the temperature file cannot be read
  /// @note Collective.
  SolidForce(const Material& material, const SolidOptions& options, const fem::Domain& domain)
      : LinearSolid(constantsOf(material), options, domain) {}
  /// Creates the solid that a case file defines. The result is a PointwiseSolid for mean or nodal
  /// dilatation, varying constants and axisymmetric problems, because the tangent then varies
  /// between points or cells. A PointwiseSolid is also constructed if relaxation terms are given;
  /// its constructor then reports that linear materials do not support relaxation.
  /// @param data  parameters from a case file
  /// @param options  region and formulation
  /// @param domain  object to which the solid belongs
  /// @throws InputError if varyingLaw() or the constructor of the solid throws
  /// @throws FileError if the file with a constant or the temperature cannot be read
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

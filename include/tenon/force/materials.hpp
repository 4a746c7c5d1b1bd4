// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <memory>
#include <string>
#include <type_traits>

#include "tenon/base/Registry.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// Factory for a user-defined class that derives from SolidForce and replaces the default solid of
/// its material. The material constants must be uniform.
template <class T>
struct CustomSolid {
  /// Parameters of the material.
  using Data = typename T::Data;
  /// Declares the parameters of the material.
  static void declare(base::Parameters<Data>& parameters) { T::declare(parameters); }
  /// Creates the solid.
  /// @param data  parameters from a case file
  /// @param options  region and formulation
  /// @param domain  object to which the solid belongs
  /// @throws InputError if constants vary with position, if nodal dilatation is selected, if mean
  ///   dilatation or relaxation is selected for a material with a constant tangent, or if the
  ///   constructor of `T` throws
  /// @note Collective if the constructor of `T` is collective.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
    if (!data.varying.empty())
      throw base::InputError(
          fmt::format("'{}' of this material must be a number, because this material supports only uniform constants.",
                      data.varying.front().constant.name));
    if (options.formulation == Formulation::nodal_dilatation ||
        (fem::has_constant_tangent<decltype(data.material)> &&
         (options.formulation != Formulation::displacement || !options.relaxation.empty())))
      throw base::InputError("This material does not support this combination of `formulation` and force type.");
    return std::make_unique<T>(data.material, options, domain);
  }
};

/// Registry of materials. A material is registered by the class of its solid, which is
/// SolidForce<Material> or a class derived from it.
class MaterialRegistry : public base::Registry<Solid, const SolidOptions&, const fem::Domain&> {
 public:
  using Registry::Registry;
  /// Registers the solid `T` under the name of its material.
  /// @tparam T  SolidForce<Material>, or a class derived from it
  /// @param name  name in case files
  /// @param help  description for `tenon list`
  template <class T>
  void add(const std::string& name, const std::string& help) {
    if constexpr (isCustomSolid<T>(nullptr))
      Registry::add<CustomSolid<T>>(name, help);
    else
      Registry::add<T>(name, help);
  }

 private:
  template <class T>
  static constexpr bool isCustomSolid(const decltype(T::Data::varying)*) {
    return !std::is_same_v<T, SolidForce<decltype(T::Data::material)>>;
  }
  template <class T>
  static constexpr bool isCustomSolid(...) {
    return false;
  }
};

/// Registers the materials that tenon provides.
void registerMaterials(MaterialRegistry& materials);

/// Returns the registry of the materials that the force field `elastic` accepts. It initially
/// contains the materials registered by registerMaterials(). A program can add other materials
/// before it creates solids:
///   force::materials().add<force::SolidForce<MyMaterial>>("my-material", "description");
/// @return registry of this process, which is created on the first call
/// @note Not collective. All ranks must add the same materials.
MaterialRegistry& materials();

}  // namespace tenon::force

#pragma once
#include <fmt/format.h>

#include <type_traits>

#include "tenon/base/Registry.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// Forces are made for one object. Making one may be collective.
using ForceRegistry = base::Registry<ForceField, const fem::Domain&>;
/// Interactions are made for the objects that they name, in the list `interactions` of a case. Collective.
using InteractionRegistry = base::Registry<ForceField, const fem::FindDomain&>;

/// A solid that does more than its material says, derived from SolidForce: made as what it is, of constants that are
/// the same everywhere.
template <class T>
struct OwnSolid {
  using Data = typename T::Data;
  static void declare(base::Parameters<Data>& parameters) { T::declare(parameters); }
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
    if (!data.varying.empty())
      throw base::InputError(fmt::format("'{}' of this material has to be a number: it makes a solid of its own kind.",
                                         data.varying.front().constant.name));
    if (options.formulation == Formulation::nodal_dilatation ||
        (fem::has_constant_tangent<decltype(data.material)> &&
         (options.formulation != Formulation::displacement || !options.relaxation.empty())))
      throw base::InputError("This material makes a solid of its own kind, which has no other formulation.");
    return std::make_unique<T>(data.material, options, domain);
  }
};

/// A material becomes the solid made of it: SolidForce<Material>, or what derives from it.
class MaterialRegistry : public base::Registry<Solid, const SolidOptions&, const fem::Domain&> {
 public:
  using Registry::Registry;
  template <class T>
  void add(const std::string& name, const std::string& help) {
    if constexpr (isOwnSolid<T>(nullptr))
      Registry::add<OwnSolid<T>>(name, help);
    else
      Registry::add<T>(name, help);
  }

 private:
  template <class T>
  static constexpr bool isOwnSolid(const decltype(T::Data::varying)*) {
    return !std::is_same_v<T, SolidForce<decltype(T::Data::material)>>;
  }
  template <class T>
  static constexpr bool isOwnSolid(...) {
    return false;
  }
};

void registerForces(ForceRegistry& forces);
void registerInteractions(InteractionRegistry& interactions);
void registerMaterials(MaterialRegistry& materials);

/// The materials that `elastic` knows: those of registerMaterials(), and any that a program adds before it makes
/// solids:
///   force::materials().add<force::SolidForce<MyMaterial>>("my-material", "what it is");
MaterialRegistry& materials();

}  // namespace tenon::force

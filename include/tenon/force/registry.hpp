#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// Forces are made for one object. Making one may be collective.
using ForceRegistry = base::Registry<ForceField, const fem::Domain&>;
/// Interactions are made for the objects that they name, in the list `interactions` of a case. Collective.
using InteractionRegistry = base::Registry<ForceField, const fem::FindDomain&>;
/// A material becomes the solid made of it.
using MaterialRegistry = base::Registry<Solid, const SolidOptions&, const fem::Domain&>;

void registerForces(ForceRegistry& forces);
void registerInteractions(InteractionRegistry& interactions);
void registerMaterials(MaterialRegistry& materials);

/// The materials that `elastic` knows: those of registerMaterials(), and any that a program adds before it makes
/// solids:
///   force::materials().add<force::SolidForce<MyMaterial>>("my-material", "what it is");
MaterialRegistry& materials();

}  // namespace tenon::force

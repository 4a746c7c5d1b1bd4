#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Masses are made for one object.
using MassRegistry = base::Registry<Mass, const fem::Domain&>;

void registerMasses(MassRegistry& masses);

}  // namespace tenon::mass

#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

/// Mappings are made for the object that follows, and find the object it follows. Collective.
using MappingRegistry = base::Registry<Mapping, const fem::Domain&, const fem::FindDomain&>;

void registerMappings(MappingRegistry& mappings);

}  // namespace tenon::mapping

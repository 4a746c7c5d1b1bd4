#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/Measurement.hpp"

namespace tenon::mapping {

/// Mappings are made for the object that follows, and find the object it follows. Collective.
using MappingRegistry = base::Registry<Mapping, const fem::Domain&, const fem::FindDomain&>;

/// Measurements make their child, from the objects they find. Collective.
using MeasurementRegistry = base::Registry<Measurement, const fem::FindDomain&>;

void registerMappings(MappingRegistry& mappings);
void registerMeasurements(MeasurementRegistry& measurements);

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/Measurement.hpp"

namespace tenon::mapping {

/// Registry of the mapping types. A mapping is created for an existing child and finds its parents
/// by name. The creation of a mapping is collective.
using MappingRegistry = base::Registry<Mapping, const fem::Domain&, const fem::FindDomain&>;

/// Registry of the measurement types. A measurement creates its child and finds its parents by
/// name. The creation of a measurement is collective.
using MeasurementRegistry = base::Registry<Measurement, const fem::FindDomain&>;

/// Registers all types of mappings.
void registerMappings(MappingRegistry& mappings);
/// Registers all types of measurements.
void registerMeasurements(MeasurementRegistry& measurements);

}  // namespace tenon::mapping

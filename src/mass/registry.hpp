// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Registry of the mass types. Each mass is created for one object.
using MassRegistry = base::Registry<Mass, const fem::Domain&>;

/// Registers tenon's mass types and their common parameters.
void registerMasses(MassRegistry& masses);

}  // namespace tenon::mass

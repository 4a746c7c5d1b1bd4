// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/simulation/results/Output.hpp"

namespace tenon::simulation {

/// Registers the fields of objects in the order in which they are written.
void registerOutputFields(base::Registry<OutputField>& fields);

}  // namespace tenon::simulation

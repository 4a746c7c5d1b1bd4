// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ObjectiveContext.hpp"

namespace tenon::analysis {

/// Registers the objectives of tenon.
void registerObjectives(ObjectiveRegistry& objectives);

}  // namespace tenon::analysis

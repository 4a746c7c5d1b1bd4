// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::system {

/// Registry of linear systems over a mechanical system, by kind. Creating one is collective.
using SystemRegistry = base::Registry<LinearSystem, const MechanicalSystem&>;

/// Registers the kinds assembled, fixed-pattern, composite and matrix-free.
void registerSystems(SystemRegistry& systems);

/// Kind of linear system of a case that names none.
inline constexpr const char* default_system = "fixed-pattern";

}  // namespace tenon::system

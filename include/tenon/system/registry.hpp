#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/system/LinearSystem.hpp"

namespace tenon::system {

/// Linear systems over a mechanical system, by kind. Making one is collective.
using SystemRegistry = base::Registry<LinearSystem, const MechanicalSystem&>;

/// assembled, fixed-pattern, composite, matrix-free.
void registerSystems(SystemRegistry& systems);

/// What a case gets that names no system.
inline constexpr const char* default_system = "fixed-pattern";

}  // namespace tenon::system

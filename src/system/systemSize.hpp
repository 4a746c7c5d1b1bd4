// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solver/options/SystemSize.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Counts the degrees of freedom and multipliers of a mechanical system by the dimension of the
/// elements that couple them.
/// @note Collective.
solver::SystemSize sizeOf(const MechanicalSystem& mechanics);

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns the clause "element 12 of object 'block' is inverted (det F <= 0)" if an element of a
/// solid at large strain is inverted at a quadrature point, det F <= 0, in the current
/// configuration. The clause names the lowest element of the first such object. The result is empty
/// if no element is inverted.
/// @note Collective.
std::string describeInvertedElement(const system::MechanicalSystem& mechanics);

/// Returns a sentence that names a bushing whose relative rotation is close to, or larger than,
/// half a revolution; empty if there is none.
/// @note Collective.
std::string describeBushingAtLimit(const system::MechanicalSystem& mechanics);

/// Returns a clause that states why the current state cannot be the result of a step: an inverted
/// element, or a bushing that has rotated by more than half a revolution; empty if there is no such
/// reason.
/// @note Collective.
std::string describeInvalidConfiguration(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

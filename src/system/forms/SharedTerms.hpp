// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "system/forms/Terms.hpp"

namespace tenon::system {

/// Adds terms[p] to targets[p] for all p in one pass. Each contributor is evaluated once, and its
/// values are added to every matrix in whose terms the contributor occurs, with its factor there.
/// @note Collective if a force does not implement its derivative.
void contributeToAll(const MechanicalSystem& mechanics, const std::vector<Terms>& terms,
                     const std::vector<const la::Contributions*>& targets);

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Types of objects on which a constraint acts, on any rank.
struct ConstraintTargets {
  bool rigid_bodies = false, points = false;
};

/// Returns the types of objects of each active constraint; none for inactive constraints.
/// @note Collective.
std::vector<ConstraintTargets> findConstraintTargets(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "DependentRows.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Returns the rows of active constraints on this rank, except rows with bounds and rows that the
/// constraint itself leaves empty.
/// @param G  constraint Jacobian with all columns
/// @note Collective.
std::vector<ConstraintRow> activeRows(const MechanicalSystem& mechanics, Mat G);

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <gsl/span>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::system {

/// Returns true if a row is a tangential row of a block, which follows the row of its gap.
bool isSlip(const constraint::Constraint& constraint, std::size_t row);

/// Replaces the multipliers by the closest admissible ones, [rows of this rank]; see
/// Descriptor::project().
void projectOnAdmissible(const constraint::Constraint& constraint, gsl::span<double> lambda);

}  // namespace tenon::system

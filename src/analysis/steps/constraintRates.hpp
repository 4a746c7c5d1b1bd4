// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Returns the rates of the rows of this rank, scaled like G: G v + dPhi/dt for rows on positions,
/// Phi for rows on velocities.
/// @note Collective.
std::vector<double> computeConstraintRates(const Equations& equations, Vec v);

/// Returns the defect of the velocities v with respect to the active rows of this rank, scaled like
/// G: -(G v + dPhi/dt) for rows on positions, -Phi for rows on velocities. The defect is 0 for rows
/// with compliance, which do not constrain velocities, and for dropped, inactive or slipping rows.
/// @note Collective.
la::Vector computeMissingRates(const Equations& equations, Vec v);

}  // namespace tenon::analysis

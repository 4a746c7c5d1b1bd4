// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Returns why no displacement satisfies all constraints and bounds, linearised in the current
/// state: a sentence that names the rows that exclude each other, or the boundary conditions; empty
/// if a displacement exists or if the question cannot be decided. The active set is determined
/// again.
///
/// The least sum of squares of the violations of the normalised rows, over all increments v of
/// unconstrained degrees of freedom, has a remainder y with y^T G = 0. Satisfied bounds do not
/// contribute to y; violated bounds have the sign of their multipliers. If y^T Phi > 0 as well, y
/// proves by Farkas' lemma that no such v exists, regardless of how y was found.
/// @note Collective.
std::string findContradiction(Equations& equations);

}  // namespace tenon::analysis

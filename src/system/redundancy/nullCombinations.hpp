// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "WeightedRows.hpp"

namespace tenon::system {

/// Returns the rows of a group that depend linearly on the others, and their combinations;
/// std::nullopt if this would require too much memory or time.
///
/// S = G diag(A)^-1 G^T + C, scaled to a unit diagonal, is factorised by SparseElimination with
/// pivots of at least 1e-2. A row whose remainder is below 1e-12 depends on the pivots: its
/// distance from the span of the others is less than 1e-6 of its norm. The few rows in between are
/// postponed, and their Schur complement is factorised as a dense matrix at the end, with pivoting:
/// a combination that decays away from an edge must not be resolved by a row where it is tiny.
///
/// @note Not collective.
/// @see Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 10.3
std::optional<DependentRows> nullCombinations(const WeightedRows& group);

}  // namespace tenon::system

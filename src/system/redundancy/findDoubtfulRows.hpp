// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "WeightedRows.hpp"

namespace tenon::system {

/// Rows that may depend on others, and the reason why the remaining rows do not.
struct DoubtfulRows {
  WeightedRows rows;
  /// for each entry of all examined rows: the entry makes its row independent
  std::vector<char> is_own;
};

/// Squared share of a row that must be its own: a bound on its distance from the span of the other
/// rows.
constexpr double own_share = 1e-6;

/// Returns the rows that may depend on others. Rows with degrees of freedom (or a compliance) of
/// their own are removed repeatedly, because the removal of a row may leave other rows with degrees
/// of freedom of their own. A row is removed if its own part is at least 1e-3 of its length.
///
/// Rows of node-wise ties, rigid groups, means and volumes are all removed, in time linear in the
/// number of their entries, however long the rows are. The result does not depend on the partition.
/// @param G  matrix of the rows
/// @note Collective.
DoubtfulRows findDoubtfulRows(Mat G, const WeightedRows& rows);

}  // namespace tenon::system

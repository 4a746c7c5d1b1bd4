// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "WeightedRows.hpp"

namespace tenon::system {

/// Returns sets of rows that are multiples of each other; all rows of a set but the first depend on
/// the first. Such rows result from two constraints on the same nodes, in groups of any size. Rows
/// with compliance are excluded.
/// @note Not collective: such rows belong to the same nodes and therefore to one rank.
std::vector<DependentRows> proportionalRows(const WeightedRows& rows);

}  // namespace tenon::system

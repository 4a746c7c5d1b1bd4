// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "WeightedRows.hpp"

namespace tenon::system {

/// Groups of rows that share columns with each other and with no other rows, by their size.
struct GroupedRows {
  std::vector<WeightedRows> small;  // each complete on one rank, by constraint, node and component
  std::int64_t num_large = 0;       // rows of this rank in larger groups
};

/// Returns the groups of at most `most_rows` rows. Chains of rows that pass from one rank to
/// another more than 50 times are split into several groups.
/// @param G  matrix of the rows
/// @note Collective.
GroupedRows gatherGroups(Mat G, const WeightedRows& rows, std::int64_t most_rows);

}  // namespace tenon::system

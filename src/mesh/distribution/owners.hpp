// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "mesh/reading/RawMesh.hpp"

namespace tenon::mesh {

/// Returns the most frequent entry of [first, last), the lowest one in case of a tie; -1 if the
/// range is empty. Sorts the range.
std::int32_t mostFrequent(std::int32_t* first, std::int32_t* last);

/// Returns the owner of each row by majority: votes[i] >= 0 is a vote for row rows[i]; -1 for a row
/// without votes.
std::vector<std::int32_t> countVotes(std::size_t num_rows, const std::vector<std::int32_t>& rows,
                                     const std::vector<std::int32_t>& votes);

/// Returns the part that owns each node of a mesh on one rank: the part with most of its cells of
/// highest dimension.
std::vector<std::int32_t> ownersOfNodes(const RawMesh& mesh, const std::vector<int>& parts);

}  // namespace tenon::mesh

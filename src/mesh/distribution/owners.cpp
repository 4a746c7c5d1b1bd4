// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "owners.hpp"

#include <algorithm>

namespace tenon::mesh {

std::int32_t mostFrequent(std::int32_t* first, std::int32_t* last) {
  std::sort(first, last);
  std::int32_t winner = -1;
  std::ptrdiff_t most = 0;
  while (first != last) {
    std::int32_t* const next = std::upper_bound(first, last, *first);
    if (next - first > most) {
      most = next - first;
      winner = *first;
    }
    first = next;
  }
  return winner;
}

std::vector<std::int32_t> countVotes(std::size_t num_rows, const std::vector<std::int32_t>& rows,
                                     const std::vector<std::int32_t>& votes) {
  std::vector<std::size_t> starts(num_rows + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (votes[i] >= 0) ++starts[static_cast<std::size_t>(rows[i]) + 1];
  for (std::size_t row = 0; row < num_rows; ++row) starts[row + 1] += starts[row];
  std::vector<std::int32_t> by_row(starts.back());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (votes[i] >= 0) by_row[next[static_cast<std::size_t>(rows[i])]++] = votes[i];

  std::vector<std::int32_t> owners(num_rows);
  for (std::size_t row = 0; row < num_rows; ++row)
    owners[row] = mostFrequent(by_row.data() + starts[row], by_row.data() + starts[row + 1]);
  return owners;
}

std::vector<std::int32_t> ownersOfNodes(const RawMesh& mesh, const std::vector<int>& parts) {
  std::vector<std::int32_t> rows, votes;
  std::size_t cell = 0;
  for (const RawBlock& block : mesh.blocks) {
    if (info(block.type).dimension != mesh.dimension) continue;
    const auto n = static_cast<std::size_t>(info(block.type).num_nodes);
    rows.insert(rows.end(), block.nodes.begin(), block.nodes.end());
    for (std::size_t c = 0; c < block.numCells(); ++c) votes.insert(votes.end(), n, parts[cell++]);
  }
  return countVotes(mesh.numNodes(), rows, votes);
}

}  // namespace tenon::mesh

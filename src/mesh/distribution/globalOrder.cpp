// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "globalOrder.hpp"

#include <algorithm>

namespace tenon::mesh {

// Computes positions in parallel: each rank sorts a range of the keys and returns their positions.
std::vector<std::int64_t> globalOrder(const base::Communicator& comm, const std::vector<std::int64_t>& keys) {
  const std::int64_t mine = keys.empty() ? 0 : *std::max_element(keys.begin(), keys.end());
  const auto width = static_cast<std::int64_t>(comm.max(static_cast<long>(mine))) / comm.size() + 1;
  std::vector<std::vector<std::int64_t>> outgoing(static_cast<std::size_t>(comm.size()));
  for (const std::int64_t key : keys) outgoing[static_cast<std::size_t>(key / width)].push_back(key);
  const auto incoming = comm.exchange(outgoing);
  std::vector<std::int64_t> sorted;
  for (const auto& from_rank : incoming) sorted.insert(sorted.end(), from_rank.begin(), from_rank.end());
  std::sort(sorted.begin(), sorted.end());
  const auto before = static_cast<std::int64_t>(comm.exclusiveSum(static_cast<long>(sorted.size())));
  std::vector<std::vector<std::int64_t>> answers;
  for (const auto& from_rank : incoming) {
    auto& answer = answers.emplace_back();
    for (const std::int64_t key : from_rank)
      answer.push_back(before + (std::lower_bound(sorted.begin(), sorted.end(), key) - sorted.begin()));
  }
  const auto told = comm.exchange(answers);
  std::vector<std::size_t> next(told.size(), 0);
  std::vector<std::int64_t> ranks;
  for (const std::int64_t key : keys) {
    const auto keeper = static_cast<std::size_t>(key / width);
    ranks.push_back(told[keeper][next[keeper]++]);
  }
  return ranks;
}

}  // namespace tenon::mesh

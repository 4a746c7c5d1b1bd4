// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Implementation of MeshBuilder: election of owners and migration of cells.
#include <algorithm>

#include "MeshBuilder.hpp"
#include "owners.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
int MeshBuilder::directoryOf(std::int64_t row) const {
  const auto& starts = outline_.node_starts;
  return static_cast<int>(std::upper_bound(starts.begin() + 1, starts.end() - 1, row) - (starts.begin() + 1));
}

std::vector<std::int32_t> MeshBuilder::votesOfEntries() const {
  std::vector<std::int32_t> votes;
  for (std::size_t b = 0; b < share_.cells.size(); ++b)
    for (std::size_t cell = 0; cell < share_.cells[b].numCells(); ++cell)
      votes.insert(votes.end(), static_cast<std::size_t>(nodesPerCell(b)), isTop(b) ? share_.cells[b].parts[cell] : -1);
  return votes;
}

std::vector<std::int32_t> MeshBuilder::electOwners() {
  std::vector<std::int32_t> directory;  // rank of the directory of each entry
  std::vector<std::size_t> counts(static_cast<std::size_t>(comm_.size()), 0);
  for (const CellShare& cells : share_.cells)
    for (const std::int64_t row : cells.nodes) {
      directory.push_back(directoryOf(row));
      ++counts[static_cast<std::size_t>(directory.back())];
    }
  const std::vector<std::int32_t> votes = votesOfEntries();
  ByRank<std::int32_t> sent_rows{std::vector<std::int32_t>(directory.size()), startsOfCounts(counts)};
  ByRank<std::int32_t> sent_votes{std::vector<std::int32_t>(directory.size()), sent_rows.starts};
  std::vector<std::size_t> next = sent_rows.starts;
  std::size_t entry = 0;
  for (const CellShare& cells : share_.cells)
    for (const std::int64_t row : cells.nodes) {
      const auto d = static_cast<std::size_t>(directory[entry]);
      sent_rows.entries[next[d]] = static_cast<std::int32_t>(row - outline_.node_starts[d]);
      sent_votes.entries[next[d]++] = votes[entry++];
    }
  ByRank<std::int32_t> rows = exchange(comm_, sent_rows);
  const ByRank<std::int32_t> received_votes = exchange(comm_, sent_votes, rows.starts);
  owner_of_row_ = countVotes(share_.node_tags.size(), rows.entries, received_votes.entries);
  checkOwners();

  for (std::int32_t& row : rows.entries)
    row = owner_of_row_[static_cast<std::size_t>(row)];  // owners, which are returned to the requesting ranks
  const ByRank<std::int32_t> answers = exchange(comm_, rows, sent_rows.starts);
  next = answers.starts;
  for (std::int32_t& d : directory) d = answers.entries[next[static_cast<std::size_t>(d)]++];
  return directory;
}

void MeshBuilder::checkOwners() const {
  base::runCollectively(comm_, [&] {
    const auto orphan = std::find(owner_of_row_.begin(), owner_of_row_.end(), -1);
    if (orphan != owner_of_row_.end())
      throw base::InputError(
          "'" + outline_.file + "': node " +
          std::to_string(share_.node_tags[static_cast<std::size_t>(orphan - owner_of_row_.begin())]) +
          " belongs to no cell of the highest dimension.");
  });
}

void MeshBuilder::ownAll() {
  owner_of_row_.assign(share_.node_tags.size(), -1);
  for (std::size_t b = 0; b < share_.cells.size(); ++b)
    for (const std::int64_t row : share_.cells[b].nodes)
      if (isTop(b)) owner_of_row_[static_cast<std::size_t>(row)] = 0;
  checkOwners();
}

void MeshBuilder::sendCells() {
  const std::vector<std::int32_t> entry_owners = comm_.size() > 1 ? electOwners() : std::vector<std::int32_t>{};
  if (comm_.size() == 1) ownAll();
  std::size_t first_entry = 0;
  for (std::size_t b = 0; b < outline_.types.size(); ++b) {
    CellShare& cells = share_.cells[b];
    std::vector<CellRecord> records(cells.numCells());
    for (std::size_t c = 0; c < records.size(); ++c) {
      const std::size_t entry = first_entry + c * static_cast<std::size_t>(nodesPerCell(b));
      const std::int32_t owner = comm_.size() == 1 ? 0 : isTop(b) ? cells.parts[c] : entry_owners[entry];
      records[c] = {cells.tags[c], cells.positions[c], cells.group_set[c], owner};
    }
    if (comm_.size() == 1) {
      cells_.push_back(std::move(records));
      cell_nodes_.push_back(std::move(cells.nodes));
    } else {
      const std::size_t entries = cells.nodes.size();
      sendBlock(b, records, entry_owners.data() + first_entry);
      first_entry += entries;
    }
    cells = CellShare{};
  }
}

void MeshBuilder::sendBlock(std::size_t block, const std::vector<CellRecord>& records,
                            const std::int32_t* node_owners) {
  const auto n = static_cast<std::size_t>(nodesPerCell(block));
  std::vector<std::size_t> targets;  // target ranks of one cell
  const auto forTargets = [&](std::size_t cell, auto&& action) {
    targets.assign(1, static_cast<std::size_t>(records[cell].owner));
    for (std::size_t i = 0; i < n; ++i) {
      const auto owner = static_cast<std::size_t>(node_owners[cell * n + i]);
      if (std::find(targets.begin(), targets.end(), owner) == targets.end()) targets.push_back(owner);
    }
    for (const std::size_t rank : targets) action(rank);
  };
  std::vector<std::size_t> counts(static_cast<std::size_t>(comm_.size()), 0);
  for (std::size_t cell = 0; cell < records.size(); ++cell) forTargets(cell, [&](std::size_t rank) { ++counts[rank]; });

  ByRank<CellRecord> out{{}, startsOfCounts(counts)};
  ByRank<std::int64_t> nodes_out{{}, out.starts};
  for (std::size_t& start : nodes_out.starts) start *= n;
  out.entries.resize(out.starts.back());
  nodes_out.entries.resize(nodes_out.starts.back());
  std::vector<std::size_t> next = out.starts;
  for (std::size_t cell = 0; cell < records.size(); ++cell)
    forTargets(cell, [&](std::size_t rank) {
      const std::size_t to = next[rank]++;
      out.entries[to] = records[cell];
      std::copy_n(&share_.cells[block].nodes[cell * n], n, &nodes_out.entries[to * n]);
    });
  ByRank<CellRecord> in = exchange(comm_, out);
  std::vector<std::size_t> node_starts = in.starts;
  for (std::size_t& start : node_starts) start *= n;
  cells_.push_back(std::move(in.entries));
  cell_nodes_.push_back(exchange(comm_, nodes_out, std::move(node_starts)).entries);
}

}  // namespace tenon::mesh

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numeric>

#include "DerivedNodes.hpp"

namespace tenon::mesh {
namespace {

/// Possible numbers of vertices of which a node is the midpoint, ascending.
constexpr std::size_t counts_of_vertices[] = {1, 2, 3, 4, 5, 6, 7, 8};

std::vector<std::size_t> orderByRank(const std::vector<std::size_t>& ranks, std::size_t num_ranks,
                                     std::vector<std::size_t>& starts) {
  std::vector<std::size_t> counts(num_ranks, 0);
  for (const std::size_t rank : ranks) ++counts[rank];
  starts = startsOfCounts(counts);
  std::vector<std::size_t> next = starts, order(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) order[next[ranks[i]]++] = i;
  return order;
}

}  // namespace

NodeDirectory::NodeDirectory(const Mesh& source, const DerivedNodes& nodes, const std::vector<std::int32_t>& group_sets)
    : comm_(source.comm()), shares_(equalShares(source.layout().numGlobal(), source.comm().size())) {
  std::vector<Record> records;
  std::vector<std::size_t> ranks;
  for (LocalIndex node = 0; node < nodes.size(); ++node) {
    records.push_back(recordOf(source, nodes, node, group_sets[static_cast<std::size_t>(node)]));
    ranks.push_back(rankOf(records.back().vertices[0]));
  }
  ByRank<Record> out;
  ByRank<DerivedNodes::Weight> weights_out;
  const std::vector<std::size_t> order = orderByRank(ranks, static_cast<std::size_t>(comm_.size()), out.starts);
  std::vector<std::size_t> weight_counts(static_cast<std::size_t>(comm_.size()), 0);
  for (const std::size_t i : order) {
    out.entries.push_back(records[i]);
    const auto weights = nodes.weightsOf(static_cast<LocalIndex>(i));
    weight_counts[ranks[i]] += weights.size();
    for (const auto& [node, value] : weights) weights_out.entries.push_back({source.layout().global(node), value});
  }
  weights_out.starts = startsOfCounts(weight_counts);

  const ByRank<Record> in = exchange(comm_, out);
  const ByRank<DerivedNodes::Weight> weights_in = exchange(comm_, weights_out);
  ByRank<std::int64_t> rows{collect(in.entries, weights_in.entries), in.starts};
  number(source);

  const std::vector<std::int64_t> first_rows = starts();
  for (std::int64_t& row : rows.entries) row += first_rows[static_cast<std::size_t>(comm_.rank())];
  const ByRank<std::int64_t> answers = exchange(comm_, rows, out.starts);
  rows_.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) rows_[order[k]] = answers.entries[k];
}

std::vector<std::int64_t> NodeDirectory::collect(const std::vector<Record>& records,
                                                 const std::vector<DerivedNodes::Weight>& weights) {
  std::vector<std::size_t> by_key(records.size()), first_weight(records.size() + 1, 0);
  std::iota(by_key.begin(), by_key.end(), std::size_t{0});
  for (std::size_t i = 0; i < records.size(); ++i)
    first_weight[i + 1] = first_weight[i] + static_cast<std::size_t>(records[i].num_weights);
  const auto key = [&](std::size_t i) { return std::tie(records[i].num_vertices, records[i].vertices); };
  std::stable_sort(by_key.begin(), by_key.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<std::int64_t> rows(records.size());
  for (std::size_t k = 0; k < by_key.size(); ++k) {
    const std::size_t i = by_key[k];
    if (k == 0 || key(i) != key(by_key[k - 1])) {
      records_.push_back(records[i]);
      weights_.insert(weights_.end(), weights.begin() + static_cast<std::ptrdiff_t>(first_weight[i]),
                      weights.begin() + static_cast<std::ptrdiff_t>(first_weight[i + 1]));
      weight_starts_.push_back(weights_.size());
    }
    rows[i] = static_cast<std::int64_t>(records_.size()) - 1;
  }
  return rows;
}

NodeDirectory::Record NodeDirectory::recordOf(const Mesh& source, const DerivedNodes& nodes, LocalIndex node,
                                              std::int32_t group_set) const {
  const auto vertices = nodes.verticesOf(node);
  const auto weights = nodes.weightsOf(node);
  Record record{};
  record.vertices.fill(-1);
  record.num_vertices = static_cast<std::int32_t>(vertices.size());
  record.num_weights = static_cast<std::int32_t>(weights.size());
  record.group_set = group_set;
  record.tag = weights.size() == 1 ? source.nodeTags()[static_cast<std::size_t>(weights[0].first)] : -1;
  for (std::size_t v = 0; v < vertices.size(); ++v)
    record.vertices[v] = source.nodePositions()[static_cast<std::size_t>(vertices[v])];
  for (const auto& [at, weight] : weights)
    for (std::size_t k = 0; k < 3; ++k)
      record.point[k] += weight * source.points()[3 * static_cast<std::size_t>(at) + k];
  return record;
}

void NodeDirectory::number(const Mesh& source) {
  std::array<std::int64_t, max_vertices + 1> mine{}, new_mine{};
  for (const Record& record : records_) {
    ++mine[static_cast<std::size_t>(record.num_vertices)];
    new_mine[static_cast<std::size_t>(record.num_vertices)] += record.tag < 0 ? 1 : 0;
  }
  counts_ = comm_.gather(mine);
  const auto new_counts = comm_.gather(new_mine);
  std::int64_t highest = 0;
  for (const std::int64_t tag : source.nodeTags()) highest = std::max(highest, tag);
  std::int64_t first_position = 0, next_tag = comm_.max(static_cast<long>(highest)) + 1;
  const auto here = static_cast<std::size_t>(comm_.rank());
  auto record = records_.begin();
  for (const std::size_t n : counts_of_vertices)
    for (std::size_t rank = 0; rank < counts_.size(); ++rank) {
      std::int64_t tag = next_tag;
      for (std::int64_t i = 0; rank == here && i < counts_[rank][n]; ++i, ++record) {
        positions_.push_back(first_position + i);
        tags_.push_back(record->tag < 0 ? tag++ : record->tag);
      }
      first_position += counts_[rank][n];
      next_tag += new_counts[rank][n];
    }
}

std::vector<std::int64_t> NodeDirectory::starts() const {
  std::vector<std::int64_t> starts{0};
  for (const auto& counts : counts_) starts.push_back(std::accumulate(counts.begin(), counts.end(), starts.back()));
  return starts;
}

void NodeDirectory::fill(MeshShare& share) const {
  for (const Record& record : records_) {
    share.points.insert(share.points.end(), record.point, record.point + 3);
    share.node_group_set.push_back(record.group_set);
  }
  share.node_tags = tags_;
  share.node_positions = positions_;
}

std::size_t NodeDirectory::rankOf(std::int64_t position) const {
  return static_cast<std::size_t>(std::upper_bound(shares_.begin() + 1, shares_.end() - 1, position) -
                                  (shares_.begin() + 1));
}

void NodeDirectory::locate(gsl::span<const std::int64_t> positions, std::vector<std::size_t>& ranks,
                           std::vector<std::int64_t>& rows) const {
  std::vector<std::array<std::int64_t, 3>> ranges;  // first position, rank, first row there
  std::int64_t place = 0;
  std::vector<std::int64_t> next_row(counts_.size(), 0);
  for (const std::size_t n : counts_of_vertices)
    for (std::size_t rank = 0; rank < counts_.size(); ++rank) {
      if (counts_[rank][n] == 0) continue;
      ranges.push_back({place, static_cast<std::int64_t>(rank), next_row[rank]});
      place += counts_[rank][n];
      next_row[rank] += counts_[rank][n];
    }
  for (const std::int64_t position : positions) {
    const auto after = std::upper_bound(ranges.begin(), ranges.end(), position,
                                        [](std::int64_t p, const auto& range) { return p < range[0]; });
    const auto& range = *(after - 1);
    ranks.push_back(static_cast<std::size_t>(range[1]));
    rows.push_back(range[2] + position - range[0]);
  }
}

ByRank<std::int64_t> NodeDirectory::weightsOf(const ByRank<std::int64_t>& rows,
                                              ByRank<DerivedNodes::Weight>& weights) const {
  ByRank<std::int64_t> counts{{}, rows.starts};
  weights = {{}, {0}};
  for (std::size_t r = 0; r + 1 < rows.starts.size(); ++r) {
    for (std::size_t i = rows.starts[r]; i < rows.starts[r + 1]; ++i) {
      const auto row = static_cast<std::size_t>(rows.entries[i]);
      counts.entries.push_back(static_cast<std::int64_t>(weight_starts_[row + 1] - weight_starts_[row]));
      weights.entries.insert(weights.entries.end(), weights_.begin() + static_cast<std::ptrdiff_t>(weight_starts_[row]),
                             weights_.begin() + static_cast<std::ptrdiff_t>(weight_starts_[row + 1]));
    }
    weights.starts.push_back(weights.entries.size());
  }
  return counts;
}

void NodeDirectory::fetchWeights(gsl::span<const std::int64_t> positions, DerivedMesh& derived) const {
  std::vector<std::size_t> ranks;
  std::vector<std::int64_t> rows;
  locate(positions, ranks, rows);
  ByRank<std::int64_t> asked;
  const std::vector<std::size_t> order = orderByRank(ranks, counts_.size(), asked.starts);
  for (const std::size_t i : order) asked.entries.push_back(rows[i]);

  ByRank<DerivedNodes::Weight> weights;
  const ByRank<std::int64_t> counts = weightsOf(exchange(comm_, asked), weights);
  const ByRank<std::int64_t> told_counts = exchange(comm_, counts, asked.starts);
  const ByRank<DerivedNodes::Weight> told = exchange(comm_, weights);

  std::vector<std::size_t> first(order.size()), count(order.size());
  std::size_t next = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    first[order[k]] = next;
    count[order[k]] = static_cast<std::size_t>(told_counts.entries[k]);
    next += count[order[k]];
  }
  derived.starts.assign(1, 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = first[i]; k < first[i] + count[i]; ++k) {
      derived.nodes.push_back(told.entries[k].node);
      derived.weights.push_back(told.entries[k].value);
    }
    derived.starts.push_back(derived.nodes.size());
  }
}

}  // namespace tenon::mesh

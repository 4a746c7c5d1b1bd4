// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "rowGroups.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "SharedColumns.hpp"
#include "la/commOf.hpp"

namespace tenon::system {
namespace {

constexpr int most_rounds = 50;

/// Disjoint sets with union; each has the smallest label of its members.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count), label_(count, std::numeric_limits<PetscInt>::max()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  void unite(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    if (a == b) return;
    parent_[std::max(a, b)] = std::min(a, b);
    label_[std::min(a, b)] = std::min(label_[a], label_[b]);
  }
  PetscInt label(std::size_t one) { return label_[find(one)]; }
  /// Lowers the label of the set of `one`. Returns true if the label was larger before.
  bool lower(std::size_t one, PetscInt label) {
    PetscInt& mine = label_[find(one)];
    if (label >= mine) return false;
    mine = label;
    return true;
  }

 private:
  std::vector<std::size_t> parent_;
  std::vector<PetscInt> label_;
};

struct Count {
  PetscInt label;
  std::int64_t rows;
};

struct Header {
  PetscInt label;
  ConstraintRow row;
  double compliance;
  std::size_t num_entries;
};

/// Returns the rank that examines a group. The components of a constraint form separate groups with
/// adjacent labels, which are thus distributed over the ranks.
std::size_t rankOf(const base::Communicator& comm, PetscInt label) {
  return static_cast<std::size_t>(label % comm.size());
}

/// Returns the lowest row with which each row is connected by columns. @note Collective.
std::vector<PetscInt> labelsOf(Mat G, const WeightedRows& rows) {
  const base::Communicator comm = la::commOf(G);
  const SharedColumns shared(G, rows);
  Sets sets(rows.size() + shared.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    sets.lower(r, rows.rows[r].row);
    for (std::size_t e = rows.starts[r]; e < rows.starts[r + 1]; ++e) sets.unite(r, rows.size() + shared.places()[e]);
  }
  std::vector<double> labels(shared.size());
  bool changed = comm.size() > 1;
  for (int round = 0; round < most_rounds && comm.any(changed); ++round) {
    changed = false;
    for (std::size_t c = 0; c < labels.size(); ++c) labels[c] = static_cast<double>(sets.label(rows.size() + c));
    shared.lowest(labels);
    for (std::size_t c = 0; c < labels.size(); ++c)
      changed |= sets.lower(rows.size() + c, static_cast<PetscInt>(labels[c]));
  }
  std::vector<PetscInt> found;
  for (std::size_t r = 0; r < rows.size(); ++r) found.push_back(sets.label(r));
  return found;
}

/// Returns the labels of rows on this rank whose groups are small. @note Collective.
std::vector<PetscInt> smallGroups(const base::Communicator& comm, const std::vector<PetscInt>& labels,
                                  std::int64_t most_rows) {
  std::map<PetscInt, std::int64_t> mine, sums;
  for (const PetscInt label : labels) ++mine[label];
  std::vector<std::vector<Count>> counts(static_cast<std::size_t>(comm.size()));
  for (const auto& [label, count] : mine) counts[rankOf(comm, label)].push_back({label, count});
  const auto arrived = comm.exchange(counts);
  for (const auto& from : arrived)
    for (const Count& count : from) sums[count.label] += count.rows;
  std::vector<std::vector<PetscInt>> answers(arrived.size());
  for (std::size_t rank = 0; rank < arrived.size(); ++rank)
    for (const Count& count : arrived[rank])
      if (sums[count.label] <= most_rows) answers[rank].push_back(count.label);
  std::vector<PetscInt> small;
  for (const auto& from : comm.exchange(answers)) small.insert(small.end(), from.begin(), from.end());
  std::sort(small.begin(), small.end());
  return small;
}

WeightedRows sorted(const WeightedRows& group) {
  std::vector<std::size_t> order(group.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return comesBefore(group.rows[a], group.rows[b]); });
  WeightedRows in_order;
  for (const std::size_t r : order) in_order.add(group.rows[r], group.compliance[r], group.of(r));
  return in_order;
}

}  // namespace

GroupedRows gatherGroups(Mat G, const WeightedRows& rows, std::int64_t most_rows) {
  const base::Communicator comm = la::commOf(G);
  const std::vector<PetscInt> labels = labelsOf(G, rows);
  const std::vector<PetscInt> small = smallGroups(comm, labels, most_rows);
  std::vector<std::vector<Header>> headers(static_cast<std::size_t>(comm.size()));
  std::vector<std::vector<RowEntry>> entries(headers.size());
  GroupedRows grouped;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!std::binary_search(small.begin(), small.end(), labels[r])) {
      ++grouped.num_large;
      continue;
    }
    const std::size_t rank = rankOf(comm, labels[r]);
    const auto of_row = rows.of(r);
    entries[rank].insert(entries[rank].end(), of_row.begin(), of_row.end());
    headers[rank].push_back({labels[r], rows.rows[r], rows.compliance[r], of_row.size()});
  }
  const auto arrived = comm.exchange(headers);
  const auto values = comm.exchange(entries);
  std::map<PetscInt, WeightedRows> groups;
  for (std::size_t rank = 0; rank < arrived.size(); ++rank) {
    const RowEntry* next = values[rank].data();
    for (const Header& header : arrived[rank]) {
      groups[header.label].add(header.row, header.compliance, {next, header.num_entries});
      next += header.num_entries;
    }
  }
  for (const auto& [label, group] : groups) grouped.small.push_back(sorted(group));
  return grouped;
}

}  // namespace tenon::system

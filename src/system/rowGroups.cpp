#include "rowGroups.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace tenon::system {
namespace {

constexpr int most_rounds = 50;

base::Communicator commOf(Mat matrix) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
}

/// visit(column, value) for entries that are not zero.
template <class Visit>
void forEachEntry(Mat matrix, PetscInt row, Visit&& visit) {
  PetscInt count = 0;
  const PetscInt* columns = nullptr;
  const PetscScalar* values = nullptr;
  TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
  for (PetscInt k = 0; k < count; ++k)
    if (values[k] != 0.0) visit(columns[k], values[k]);
  TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
}

/// Sets that can be united; of each the smallest number.
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
  /// Whether it was larger before.
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

/// Smallest labels of columns that several ranks know.
class SharedColumns {
 public:
  SharedColumns(Mat G, const std::vector<PetscInt>& columns) {
    la::IndexSet set;
    const auto count = static_cast<PetscInt>(columns.size());
    TENON_PETSC(MatCreateVecs(G, all_.put(), nullptr));
    TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, count, mine_.put()));
    TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, count, columns.data(), PETSC_USE_POINTER, set.put()));
    TENON_PETSC(VecScatterCreate(all_.get(), set.get(), mine_.get(), nullptr, &scatter_));
  }
  ~SharedColumns() { VecScatterDestroy(&scatter_); }
  SharedColumns(const SharedColumns&) = delete;
  SharedColumns& operator=(const SharedColumns&) = delete;

  /// Collective. Whether a set of this rank got a lower label; `first`: number of the first column among the sets.
  bool lower(Sets& sets, std::size_t first) {
    PetscInt count = 0;
    double* labels = nullptr;
    TENON_PETSC(VecGetLocalSize(mine_.get(), &count));
    TENON_PETSC(VecGetArray(mine_.get(), &labels));
    for (PetscInt c = 0; c < count; ++c)
      labels[c] = static_cast<double>(sets.label(first + static_cast<std::size_t>(c)));
    TENON_PETSC(VecRestoreArray(mine_.get(), &labels));
    TENON_PETSC(VecSet(all_.get(), std::numeric_limits<double>::max()));
    TENON_PETSC(VecScatterBegin(scatter_, mine_.get(), all_.get(), MIN_VALUES, SCATTER_REVERSE));
    TENON_PETSC(VecScatterEnd(scatter_, mine_.get(), all_.get(), MIN_VALUES, SCATTER_REVERSE));
    TENON_PETSC(VecScatterBegin(scatter_, all_.get(), mine_.get(), INSERT_VALUES, SCATTER_FORWARD));
    TENON_PETSC(VecScatterEnd(scatter_, all_.get(), mine_.get(), INSERT_VALUES, SCATTER_FORWARD));
    bool lowered = false;
    TENON_PETSC(VecGetArray(mine_.get(), &labels));
    for (PetscInt c = 0; c < count; ++c)
      lowered |= sets.lower(first + static_cast<std::size_t>(c), static_cast<PetscInt>(labels[c]));
    TENON_PETSC(VecRestoreArray(mine_.get(), &labels));
    return lowered;
  }

 private:
  la::Vector all_, mine_;
  VecScatter scatter_ = nullptr;
};

struct Count {
  PetscInt label, rows;
};

struct Header {
  PetscInt label;
  ConstraintRow row;
  double compliance;
  PetscInt num_entries;
};

int ownerOf(Mat G, PetscInt row) {
  const PetscInt* starts = nullptr;
  TENON_PETSC(MatGetOwnershipRanges(G, &starts));
  const int size = commOf(G).size();
  return static_cast<int>(std::upper_bound(starts, starts + size + 1, row) - starts) - 1;
}

/// Collective. Labels of this rank's rows whose groups are small.
std::vector<PetscInt> smallGroups(Mat G, const std::map<PetscInt, PetscInt>& rows, base::LocalIndex most_rows) {
  const base::Communicator comm = commOf(G);
  std::vector<std::vector<Count>> counts(static_cast<std::size_t>(comm.size()));
  for (const auto& [label, count] : rows) counts[static_cast<std::size_t>(ownerOf(G, label))].push_back({label, count});
  const auto arrived = comm.exchange(counts);
  std::map<PetscInt, PetscInt> sums;
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

bool comesBefore(const ConstraintRow& a, const ConstraintRow& b) {
  return std::tie(a.constraint, a.body, a.number, a.component) < std::tie(b.constraint, b.body, b.number, b.component);
}

void sortRows(RowGroup& group) {
  std::vector<std::size_t> order(group.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return comesBefore(group.rows[a], group.rows[b]); });
  RowGroup sorted;
  for (const std::size_t r : order) {
    sorted.rows.push_back(group.rows[r]);
    sorted.compliance.push_back(group.compliance[r]);
    sorted.entries.push_back(std::move(group.entries[r]));
  }
  group = std::move(sorted);
}

}  // namespace

std::vector<PetscInt> connectedRows(Mat G) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, &last));
  const auto num_rows = static_cast<std::size_t>(last - first);
  std::vector<PetscInt> columns;
  for (PetscInt row = first; row < last; ++row)
    forEachEntry(G, row, [&](PetscInt column, double) { columns.push_back(column); });
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  Sets sets(num_rows + columns.size());
  for (std::size_t r = 0; r < num_rows; ++r) {
    sets.lower(r, first + static_cast<PetscInt>(r));
    forEachEntry(G, first + static_cast<PetscInt>(r), [&](PetscInt column, double) {
      const auto at = std::lower_bound(columns.begin(), columns.end(), column) - columns.begin();
      sets.unite(r, num_rows + static_cast<std::size_t>(at));
    });
  }
  const base::Communicator comm = commOf(G);
  if (comm.size() > 1) {
    SharedColumns shared(G, columns);
    int round = 0;
    while (round < most_rounds && comm.any(shared.lower(sets, num_rows))) ++round;
  }
  std::vector<PetscInt> labels;
  for (std::size_t r = 0; r < num_rows; ++r) labels.push_back(sets.label(r));
  return labels;
}

GroupedRows gatherGroups(Mat G, const std::vector<ConstraintRow>& rows, const std::vector<double>& compliance,
                         base::LocalIndex most_rows) {
  const base::Communicator comm = commOf(G);
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, nullptr));
  const std::vector<PetscInt> labels = connectedRows(G);
  const auto labelOf = [&](const ConstraintRow& row) { return labels[static_cast<std::size_t>(row.row - first)]; };
  std::map<PetscInt, PetscInt> counts;
  for (const auto& row : rows) ++counts[labelOf(row)];
  const auto small = smallGroups(G, counts, most_rows);
  std::vector<std::vector<Header>> headers(static_cast<std::size_t>(comm.size()));
  std::vector<std::vector<RowEntry>> entries(headers.size());
  GroupedRows grouped;
  for (const auto& row : rows) {
    if (!std::binary_search(small.begin(), small.end(), labelOf(row))) {
      grouped.large.push_back(row);
      continue;
    }
    const auto rank = static_cast<std::size_t>(ownerOf(G, labelOf(row)));
    const auto before = entries[rank].size();
    forEachEntry(G, row.row, [&](PetscInt column, double value) { entries[rank].push_back({column, value}); });
    headers[rank].push_back({labelOf(row), row,
                             compliance.empty() ? 0.0 : compliance[static_cast<std::size_t>(row.row - first)],
                             static_cast<PetscInt>(entries[rank].size() - before)});
  }
  const auto arrived = comm.exchange(headers);
  const auto values = comm.exchange(entries);
  std::map<PetscInt, RowGroup> groups;
  for (std::size_t rank = 0; rank < arrived.size(); ++rank) {
    auto next = values[rank].begin();
    for (const Header& header : arrived[rank]) {
      RowGroup& group = groups[header.label];
      group.rows.push_back(header.row);
      group.compliance.push_back(header.compliance);
      group.entries.emplace_back(next, next + header.num_entries);
      next += header.num_entries;
    }
  }
  for (auto& [label, group] : groups) {
    sortRows(group);
    grouped.small.push_back(std::move(group));
  }
  return grouped;
}

}  // namespace tenon::system

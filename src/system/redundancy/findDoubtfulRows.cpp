// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "findDoubtfulRows.hpp"

#include <algorithm>
#include <utility>

#include "SharedColumns.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::system {
namespace {

constexpr int most_chained_rounds = 50;  // each may follow a chain of rows to another rank

class Search {
 public:
  Search(Mat G, const WeightedRows& rows)
      : rows_(rows),
        shared_(G, rows),
        is_left_(rows.size(), 1),
        is_own_(shared_.size(), 0),
        own_entries_(rows.entries.size(), 0),
        here_(shared_.size(), 0.0) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      own_.push_back(rows.compliance[r]);
      square_.push_back(rows.compliance[r] + rows.squareOf(r));
    }
    listByColumn();
  }

  std::vector<char> left(const base::Communicator& comm) {
    for (std::size_t r = 0; r < rows_.size(); ++r) takeIfOwn(r);
    for (int round = 0; round < most_chained_rounds; ++round) {
      everywhere_ = here_;
      shared_.sum(everywhere_);
      bool changed = drain();
      for (std::size_t c = 0; c < here_.size(); ++c) creditLast(c);
      changed = drain() || changed;
      if (!comm.any(changed)) break;
    }
    return is_left_;
  }
  std::vector<char> ownEntries() && { return std::move(own_entries_); }

 private:
  void listByColumn() {
    starts_.assign(shared_.size() + 1, 0);
    for (const std::size_t c : shared_.places()) ++starts_[c + 1], here_[c] += 1.0;
    for (std::size_t c = 0; c < shared_.size(); ++c) starts_[c + 1] += starts_[c];
    entries_.resize(shared_.places().size());
    auto next = starts_;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (std::size_t e = rows_.starts[r]; e < rows_.starts[r + 1]; ++e)
        entries_[next[shared_.places()[e]]++] = {r, e};
  }

  void takeIfOwn(std::size_t row) {
    if (is_left_[row] == 0 || square_[row] == 0.0 || own_[row] < own_share * square_[row]) return;
    is_left_[row] = 0;
    taken_.push_back(row);
  }

  // Assigns a column that occurs in only one remaining row of all ranks to this row.
  void creditLast(std::size_t column) {
    if (is_own_[column] != 0 || here_[column] != 1.0 || everywhere_[column] != 1.0) return;
    is_own_[column] = 1;
    for (std::size_t k = starts_[column]; k < starts_[column + 1]; ++k) {
      const auto [row, entry] = entries_[k];
      if (is_left_[row] == 0) continue;
      own_entries_[entry] = 1;
      own_[row] += rows_.entries[entry].value * rows_.entries[entry].value;
      takeIfOwn(row);
    }
  }

  /// Processes the consequences of removed rows on this rank. Returns true if any row was removed.
  bool drain() {
    const bool any = !taken_.empty();
    while (!taken_.empty()) {
      const std::size_t row = taken_.back();
      taken_.pop_back();
      for (std::size_t e = rows_.starts[row]; e < rows_.starts[row + 1]; ++e) {
        const std::size_t column = shared_.places()[e];
        here_[column] -= 1.0, everywhere_[column] -= 1.0;
        creditLast(column);
      }
    }
    return any;
  }

  struct Place {
    std::size_t row, entry;
  };
  const WeightedRows& rows_;
  SharedColumns shared_;
  std::vector<char> is_left_, is_own_, own_entries_;
  std::vector<double> own_, square_;       // own part and total of each row, squared
  std::vector<double> here_, everywhere_;  // number of remaining rows with each column
  // start of each column in entries_; removed rows whose columns were not yet updated
  std::vector<std::size_t> starts_, taken_;
  std::vector<Place> entries_;  // ordered by column
};

}  // namespace

DoubtfulRows findDoubtfulRows(Mat G, const WeightedRows& rows) {
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(G)));
  Search search(G, rows);
  WeightedRows left = rows.kept(search.left(comm));
  return {std::move(left), std::move(search).ownEntries()};
}

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RowOrder.hpp"

#include <fmt/format.h>

#include <limits>

#include "tenon/base/runCollectively.hpp"

namespace tenon::io {

RowOrder::RowOrder(const base::Communicator& comm, gsl::span<const std::int64_t> my_rows, std::int64_t total)
    : comm_(comm),
      total_(total),
      size_(comm.size()),
      num_local_(my_rows.size()),
      sent_indices_(static_cast<std::size_t>(size_)) {
  base::runCollectively(comm_, [&] {
    for (const std::int64_t row : my_rows)
      base::ensure(row >= 0 && row < total,
                   fmt::format("Row {} is out of range: the number of rows is {}.", row, total));
  });
  std::vector<std::vector<std::int64_t>> numbers(static_cast<std::size_t>(size_));
  for (std::size_t i = 0; i < my_rows.size(); ++i) {
    const auto rank = static_cast<std::size_t>(rankOf(my_rows[i]));
    sent_indices_[rank].push_back(static_cast<std::int64_t>(i));
    numbers[rank].push_back(my_rows[i] - firstOf(static_cast<int>(rank)));
  }
  for (const auto& part : comm_.exchange(numbers)) {
    block_indices_.insert(block_indices_.end(), part.begin(), part.end());
    num_received_.push_back(part.size());
  }

  base::runCollectively(comm_, [&] {
    std::vector<char> seen(static_cast<std::size_t>(firstOf(comm_.rank() + 1) - firstOf(comm_.rank())), 0);
    for (const std::int64_t place : block_indices_) {
      char& mark = seen[static_cast<std::size_t>(place)];
      base::ensure(mark == 0, fmt::format("Row {} occurs twice.", firstOf(comm_.rank()) + place));
      mark = 1;
    }
    base::ensure(block_indices_.size() == seen.size(),
                 fmt::format("Rows are missing on all ranks: {} of rows {} to {}.", seen.size() - block_indices_.size(),
                             firstOf(comm_.rank()), firstOf(comm_.rank() + 1) - 1));
  });
}

int RowOrder::rankOf(std::int64_t row) const {
  const std::int64_t small = total_ / size_;
  const std::int64_t num_large = total_ % size_;  // number of leading blocks with one additional row
  const std::int64_t in_large = num_large * (small + 1);
  return static_cast<int>(row < in_large ? row / (small + 1) : num_large + (row - in_large) / small);
}

template <class T>
std::vector<T> RowOrder::arrange(gsl::span<const T> values, int columns) const {
  const auto width = static_cast<std::size_t>(columns);
  base::runCollectively(comm_, [&] {
    base::ensure(values.size() == num_local_ * width, fmt::format("The length of the array is {}, but must be {} x {}.",
                                                                  values.size(), num_local_, columns));
  });
  std::vector<std::vector<T>> outgoing(sent_indices_.size());
  for (std::size_t rank = 0; rank < sent_indices_.size(); ++rank) {
    outgoing[rank].reserve(sent_indices_[rank].size() * width);
    for (const std::int64_t row : sent_indices_[rank]) {
      const T* first = values.data() + static_cast<std::size_t>(row) * width;
      outgoing[rank].insert(outgoing[rank].end(), first, first + width);
    }
  }
  std::vector<T> block(block_indices_.size() * width);
  std::size_t arrived = 0;
  for (const auto& part : comm_.exchange(outgoing))
    for (auto row = part.begin(); row != part.end(); row += columns, ++arrived)
      std::copy(row, row + columns, block.begin() + block_indices_[arrived] * columns);
  return block;
}

std::vector<double> RowOrder::restore(gsl::span<const double> block, int columns) const {
  const auto width = static_cast<std::size_t>(columns);
  base::runCollectively(comm_, [&] {
    base::ensure(block.size() == block_indices_.size() * width,
                 fmt::format("The length of the array is {}, but must be {} x {}.", block.size(), block_indices_.size(),
                             columns));
  });
  std::vector<std::vector<double>> outgoing(num_received_.size());
  std::size_t next = 0;
  for (std::size_t rank = 0; rank < num_received_.size(); ++rank)
    for (std::size_t i = 0; i < num_received_[rank]; ++i, ++next) {
      const auto row = block.subspan(static_cast<std::size_t>(block_indices_[next]) * width, width);
      outgoing[rank].insert(outgoing[rank].end(), row.begin(), row.end());
    }
  std::vector<double> mine(num_local_ * width);
  const auto incoming = comm_.exchange(outgoing);
  for (std::size_t rank = 0; rank < incoming.size(); ++rank)
    for (std::size_t i = 0; i < sent_indices_[rank].size(); ++i)
      std::copy_n(incoming[rank].begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  mine.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(sent_indices_[rank][i]) * width));
  return mine;
}

std::vector<double> RowOrder::fetch(gsl::span<const double> block, gsl::span<const std::int64_t> requested_rows,
                                    int columns) const {
  const auto width = static_cast<std::size_t>(columns);
  base::runCollectively(comm_, [&] {
    base::ensure(block.size() == block_indices_.size() * width,
                 fmt::format("The length of the array is {}, but must be {} x {}.", block.size(), block_indices_.size(),
                             columns));
    for (const std::int64_t row : requested_rows)
      base::ensure(row >= 0 && row < total_,
                   fmt::format("Row {} is out of range: the number of rows is {}.", row, total_));
  });
  std::vector<std::vector<std::int64_t>> asked(static_cast<std::size_t>(size_));
  for (const std::int64_t row : requested_rows)
    asked[static_cast<std::size_t>(rankOf(row))].push_back(row - firstOf(rankOf(row)));
  std::vector<std::vector<double>> answers;
  for (const auto& places : comm_.exchange(asked)) {
    auto& answer = answers.emplace_back();
    for (const std::int64_t place : places) {
      const auto row = block.subspan(static_cast<std::size_t>(place) * width, width);
      answer.insert(answer.end(), row.begin(), row.end());
    }
  }
  const auto told = comm_.exchange(answers);
  std::vector<std::size_t> next(told.size(), 0);
  std::vector<double> rows;
  for (const std::int64_t row : requested_rows) {
    const auto rank = static_cast<std::size_t>(rankOf(row));
    const auto first = told[rank].begin() + static_cast<std::ptrdiff_t>(next[rank]);
    rows.insert(rows.end(), first, first + columns);
    next[rank] += width;
  }
  return rows;
}

// Each rank sorts the keys of one interval and returns their numbers to the senders.
std::vector<std::int64_t> numbersOfKeys(const base::Communicator& comm, gsl::span<const std::int64_t> keys) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t key : keys) first = std::min(first, key), last = std::max(last, key);
  first = comm.min(first);
  last = comm.max(last);
  if (last < first) return {};  // there are no keys
  const std::int64_t stretch = (last - first) / comm.size() + 1;
  const auto rankOf = [&](std::int64_t key) { return static_cast<std::size_t>((key - first) / stretch); };
  std::vector<std::vector<std::int64_t>> outgoing(static_cast<std::size_t>(comm.size()));
  for (const std::int64_t key : keys) outgoing[rankOf(key)].push_back(key);
  std::vector<std::vector<std::int64_t>> numbers = comm.exchange(outgoing);

  struct KeyLocation {
    std::int64_t key;
    std::size_t rank, at;
  };
  std::vector<KeyLocation> places;
  for (std::size_t rank = 0; rank < numbers.size(); ++rank)
    for (std::size_t at = 0; at < numbers[rank].size(); ++at) places.push_back({numbers[rank][at], rank, at});
  std::stable_sort(places.begin(), places.end(),
                   [](const KeyLocation& a, const KeyLocation& b) { return a.key < b.key; });
  std::int64_t number = comm.exclusiveSum(static_cast<long>(places.size()));
  for (const KeyLocation& place : places) numbers[place.rank][place.at] = number++;

  const auto told = comm.exchange(numbers);
  std::vector<std::size_t> next(told.size(), 0);
  std::vector<std::int64_t> of_keys;
  for (const std::int64_t key : keys) {
    const std::size_t rank = rankOf(key);
    of_keys.push_back(told[rank][next[rank]++]);
  }
  return of_keys;
}

template std::vector<double> RowOrder::arrange(gsl::span<const double>, int) const;
template std::vector<std::int32_t> RowOrder::arrange(gsl::span<const std::int32_t>, int) const;
template std::vector<std::int64_t> RowOrder::arrange(gsl::span<const std::int64_t>, int) const;

}  // namespace tenon::io

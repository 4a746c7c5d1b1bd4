#include "tenon/la/HeldEntries.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::la {

HeldEntries::HeldEntries(const BlockMatrix& matrix, gsl::span<const char> held) {
  const BlockPattern& pattern = matrix.pattern();
  const int b = matrix.block();
  // Flags by key, so that a row's columns look them up directly.
  std::vector<char> by_key(held.size());
  std::vector<char> any(held.size() / static_cast<std::size_t>(b), 0);
  for (std::size_t local = 0; local < any.size(); ++local) {
    const auto key = static_cast<std::size_t>(pattern.key(static_cast<LocalIndex>(local)));
    for (std::size_t c = 0; c < static_cast<std::size_t>(b); ++c) {
      const char flag = held[local * static_cast<std::size_t>(b) + c];
      by_key[key * static_cast<std::size_t>(b) + c] = flag;
      if (flag != 0) any[key] = 1;
    }
  }
  const auto isHeld = [&](LocalIndex key, int c) { return by_key[static_cast<std::size_t>(key * b + c)] != 0; };
  const auto add = [](std::vector<Range>& ranges, std::int64_t first, std::int32_t count) {
    if (!ranges.empty() && ranges.back().first + ranges.back().count == first)
      ranges.back().count += count;
    else
      ranges.push_back({first, count});
  };
  for (LocalIndex row = 0; row < pattern.numRows(); ++row) {
    const auto keys = pattern.row(row);
    const auto num_diagonal = static_cast<std::size_t>(pattern.numDiagonal(row));
    const std::size_t own = static_cast<std::size_t>(pattern.find(row, row));
    const bool any_column =
        std::any_of(keys.begin(), keys.end(), [&](LocalIndex k) { return any[static_cast<std::size_t>(k)] != 0; });
    for (int i = 0; i < b; ++i) {
      const std::ptrdiff_t scalar = static_cast<std::ptrdiff_t>(row) * b + i;
      const std::int64_t first = matrix.diagonal().starts[scalar], off_first = matrix.offDiagonal().starts[scalar];
      const std::int64_t diagonal = first + static_cast<std::int64_t>(own) * b + i;
      all_diagonal_.push_back(diagonal);
      if (!any_column) continue;
      const bool whole_row = isHeld(row, i);
      if (whole_row) held_diagonal_.push_back(diagonal);
      for (std::size_t k = 0; k < keys.size(); ++k)
        for (int j = 0; j < b; ++j) {
          if (!whole_row && !isHeld(keys[k], j)) continue;
          if (k < num_diagonal)
            add(diagonal_ranges_, first + static_cast<std::int64_t>(k) * b + j, 1);
          else
            add(off_diagonal_ranges_, off_first + static_cast<std::int64_t>(k - num_diagonal) * b + j, 1);
        }
    }
  }
}

double HeldEntries::meanOfFreeDiagonal(const BlockMatrix& matrix, const base::Communicator& comm) const {
  const double* values = matrix.diagonal().values;
  double sum = 0.0;
  auto held = held_diagonal_.begin();
  for (const std::int64_t position : all_diagonal_) {
    if (held != held_diagonal_.end() && *held == position)
      ++held;
    else
      sum += std::abs(values[position]);
  }
  const double total = comm.sum(sum);
  const auto count = comm.sum(static_cast<long>(all_diagonal_.size() - held_diagonal_.size()));
  return count > 0 && total > 0.0 ? total / static_cast<double>(count) : 1.0;
}

void HeldEntries::apply(BlockMatrix& matrix, const base::Communicator& comm, HeldDiagonal diagonal) const {
  const double value = diagonal == HeldDiagonal::one ? 1.0 : meanOfFreeDiagonal(matrix, comm);
  double* const values = matrix.diagonal().values;
  double* const off_values = matrix.offDiagonal().values;
  for (const Range& range : diagonal_ranges_) std::fill_n(values + range.first, range.count, 0.0);
  for (const Range& range : off_diagonal_ranges_) std::fill_n(off_values + range.first, range.count, 0.0);
  for (const std::int64_t position : held_diagonal_) values[position] = value;
}

}  // namespace tenon::la

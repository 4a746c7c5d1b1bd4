#include "tenon/la/assembly/HeldEntries.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::la {

HeldEntries::HeldEntries(const BlockMatrix& matrix, gsl::span<const char> held) {
  const BlockPattern& pattern = matrix.pattern();
  const auto b = static_cast<std::size_t>(matrix.block());
  // Flags are sorted by key, so that they can be accessed by the columns of a row.
  std::vector<char> by_key(held.size());
  for (std::size_t local = 0; local * b < held.size(); ++local) {
    const auto key = static_cast<std::size_t>(pattern.key(static_cast<LocalIndex>(local)));
    for (std::size_t c = 0; c < b; ++c) by_key[key * b + c] = held[local * b + c];
  }
  all_diagonal_.reserve(static_cast<std::size_t>(pattern.numRows()) * b);
  for (LocalIndex row = 0; row < pattern.numRows(); ++row) findInRow(matrix, row, by_key.data());
}

void HeldEntries::findInRow(const BlockMatrix& matrix, LocalIndex row, const char* held) {
  const BlockPattern& pattern = matrix.pattern();
  const int b = matrix.block();
  const auto keys = pattern.row(row);
  const LocalIndex own = pattern.find(row, row), num_diagonal = pattern.numDiagonal(row);
  const bool touches_held = std::any_of(keys.begin(), keys.end(), [&](LocalIndex key) {
    const char* const flags = held + static_cast<std::ptrdiff_t>(key) * b;
    return std::any_of(flags, flags + b, [](char flag) { return flag != 0; });
  });
  for (int i = 0; i < b; ++i) {
    const std::ptrdiff_t scalar = static_cast<std::ptrdiff_t>(row) * b + i;
    const PetscInt first = matrix.diagonal().starts[scalar], off_first = matrix.offDiagonal().starts[scalar];
    all_diagonal_.push_back(first + own * b + i);
    const bool whole_row = held[scalar] != 0;
    if (whole_row) held_diagonal_.push_back(all_diagonal_.back());
    if (!touches_held) continue;  // applies to most rows
    LocalIndex place = 0;
    for (const LocalIndex key : keys) {
      for (int j = 0; j < b; ++j) {
        if (!whole_row && held[static_cast<std::ptrdiff_t>(key) * b + j] == 0) continue;
        if (place < num_diagonal)
          append(diagonal_ranges_, first + place * b + j);
        else
          append(off_diagonal_ranges_, off_first + (place - num_diagonal) * b + j);
      }
      ++place;
    }
  }
}

void HeldEntries::append(std::vector<Range>& ranges, PetscInt position) {
  if (!ranges.empty() && ranges.back().first + ranges.back().count == position)
    ++ranges.back().count;
  else
    ranges.push_back({position, 1});
}

double HeldEntries::meanOfFreeDiagonal(const BlockMatrix& matrix, const base::Communicator& comm) const {
  const double* values = matrix.diagonal().values;
  double sum = 0.0;
  auto held = held_diagonal_.begin();
  for (const PetscInt position : all_diagonal_) {
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
  if (!comm.any(!held_diagonal_.empty() || !diagonal_ranges_.empty() || !off_diagonal_ranges_.empty())) return;
  const double value = diagonal == HeldDiagonal::one ? 1.0 : meanOfFreeDiagonal(matrix, comm);
  double* const values = matrix.diagonal().values;
  double* const off_values = matrix.offDiagonal().values;
  for (const Range& range : diagonal_ranges_) std::fill_n(values + range.first, range.count, 0.0);
  for (const Range& range : off_diagonal_ranges_) std::fill_n(off_values + range.first, range.count, 0.0);
  for (const PetscInt position : held_diagonal_) values[position] = value;
}

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/DirichletElimination.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::la {

DirichletElimination::DirichletElimination(const BlockMatrix& matrix, gsl::span<const char> constrained) {
  const BlockPattern& pattern = matrix.pattern();
  const auto b = static_cast<std::size_t>(matrix.block());
  // Flags are sorted by key, so that they can be accessed by the columns of a row.
  std::vector<char> by_key(constrained.size());
  for (std::size_t local = 0; local * b < constrained.size(); ++local) {
    const auto key = static_cast<std::size_t>(pattern.key(static_cast<LocalIndex>(local)));
    for (std::size_t c = 0; c < b; ++c) by_key[key * b + c] = constrained[local * b + c];
  }
  all_diagonal_.reserve(static_cast<std::size_t>(pattern.numRows()) * b);
  for (LocalIndex row = 0; row < pattern.numRows(); ++row) findInRow(matrix, row, by_key.data());
}

void DirichletElimination::findInRow(const BlockMatrix& matrix, LocalIndex row, const char* constrained) {
  const BlockPattern& pattern = matrix.pattern();
  const int b = matrix.block();
  const auto keys = pattern.row(row);
  const LocalIndex own = pattern.find(row, row), num_diagonal = pattern.numDiagonal(row);
  const bool touches_constrained = std::any_of(keys.begin(), keys.end(), [&](LocalIndex key) {
    const char* const flags = constrained + static_cast<std::ptrdiff_t>(key) * b;
    return std::any_of(flags, flags + b, [](char flag) { return flag != 0; });
  });
  for (int i = 0; i < b; ++i) {
    const std::ptrdiff_t scalar = static_cast<std::ptrdiff_t>(row) * b + i;
    const PetscInt first = matrix.diagonal().starts[scalar], off_first = matrix.offDiagonal().starts[scalar];
    all_diagonal_.push_back(first + own * b + i);
    const bool whole_row = constrained[scalar] != 0;
    if (whole_row) constrained_diagonal_.push_back(all_diagonal_.back());
    if (!touches_constrained) continue;  // true for most rows
    LocalIndex place = 0;
    for (const LocalIndex key : keys) {
      for (int j = 0; j < b; ++j) {
        if (!whole_row && constrained[static_cast<std::ptrdiff_t>(key) * b + j] == 0) continue;
        if (place < num_diagonal)
          append(diagonal_ranges_, first + place * b + j);
        else
          append(off_diagonal_ranges_, off_first + (place - num_diagonal) * b + j);
      }
      ++place;
    }
  }
}

void DirichletElimination::append(std::vector<Range>& ranges, PetscInt position) {
  if (!ranges.empty() && ranges.back().first + ranges.back().count == position)
    ++ranges.back().count;
  else
    ranges.push_back({position, 1});
}

double DirichletElimination::meanOfFreeDiagonal(const BlockMatrix& matrix, const base::Communicator& comm) const {
  const double* values = matrix.diagonal().values;
  double sum = 0.0;
  auto constrained = constrained_diagonal_.begin();
  for (const PetscInt position : all_diagonal_) {
    if (constrained != constrained_diagonal_.end() && *constrained == position)
      ++constrained;
    else
      sum += std::abs(values[position]);
  }
  const double total = comm.sum(sum);
  const auto count = comm.sum(static_cast<long>(all_diagonal_.size() - constrained_diagonal_.size()));
  return count > 0 && total > 0.0 ? total / static_cast<double>(count) : 1.0;
}

void DirichletElimination::apply(BlockMatrix& matrix, const base::Communicator& comm,
                                 DirichletDiagonal diagonal) const {
  if (!comm.any(!constrained_diagonal_.empty() || !diagonal_ranges_.empty() || !off_diagonal_ranges_.empty())) return;
  const double value = diagonal == DirichletDiagonal::one ? 1.0 : meanOfFreeDiagonal(matrix, comm);
  double* const values = matrix.diagonal().values;
  double* const off_values = matrix.offDiagonal().values;
  for (const Range& range : diagonal_ranges_) std::fill_n(values + range.first, range.count, 0.0);
  for (const Range& range : off_diagonal_ranges_) std::fill_n(off_values + range.first, range.count, 0.0);
  for (const PetscInt position : constrained_diagonal_) values[position] = value;
}

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "WeightedRows.hpp"

#include <algorithm>
#include <cmath>

#include "la/MatrixRow.hpp"
#include "la/arrays.hpp"
#include "la/matrices/ConstraintMatrix.hpp"
#include "la/vectors.hpp"

namespace tenon::system {
namespace {

/// Computes diag(A)^-1/2 of the column at each position of G.
void weigh(Mat G, Vec diagonal, la::Matrix& weights) {
  const la::Vector of_columns = la::makeZeroLike(diagonal);
  TENON_PETSC(VecCopy(diagonal, of_columns.get()));
  for (double& weight : la::WriteArray(of_columns.get())) weight = weight > 0.0 ? 1.0 / std::sqrt(weight) : 1.0;
  la::setColumnWeights(G, of_columns.get(), weights);
}

/// Returns the weighted entries of the row, including round-off if `all` is true. Sets the flag of
/// rows with constrained degrees of freedom.
std::vector<RowEntry> entriesOf(Mat G, Mat weights, ConstraintRow& row, bool all) {
  const double size = row.size * std::abs(row.scale);
  std::vector<RowEntry> entries;
  double left = 0.0;
  const la::MatrixRow stored(G, row.row), weight(weights, row.row);
  for (PetscInt k = 0; k < stored.size; ++k) {
    left += std::abs(stored.values[k]);
    if (all || std::abs(stored.values[k]) > round_off * size)
      entries.push_back({stored.columns[k], stored.values[k] * weight.values[k]});
  }
  row.is_constrained = std::abs(left - size) > 1e-12 * size;
  return entries;
}

}  // namespace

void WeightedRows::add(const ConstraintRow& row, double of_C, gsl::span<const RowEntry> of_row) {
  rows.push_back(row);
  compliance.push_back(of_C);
  entries.insert(entries.end(), of_row.begin(), of_row.end());
  starts.push_back(entries.size());
}

WeightedRows WeightedRows::kept(const std::vector<char>& flags) const {
  WeightedRows left;
  for (std::size_t r = 0; r < size(); ++r)
    if (flags[r] != 0) left.add(rows[r], compliance[r], of(r));
  return left;
}

double WeightedRows::squareOf(std::size_t row) const {
  double square = 0.0;
  for (const RowEntry& entry : of(row)) square += entry.value * entry.value;
  return square;
}

WeightedRows WeightedRows::withoutZeros(const std::function<bool(const ConstraintRow&)>& changes) const {
  WeightedRows left;
  std::vector<RowEntry> others;
  for (std::size_t r = 0; r < size(); ++r) {
    const double least = changes(rows[r]) ? round_off * std::sqrt(squareOf(r)) : 0.0;
    others.clear();
    for (const RowEntry& entry : of(r))
      if (std::abs(entry.value) > least) others.push_back(entry);
    left.add(rows[r], compliance[r], others);
  }
  return left;
}

WeightedRows weightedRows(Mat G, Vec diagonal, const std::vector<ConstraintRow>& rows,
                          const std::vector<double>& compliance,
                          const std::function<bool(const ConstraintRow&)>& changes, la::Matrix& weights) {
  weigh(G, diagonal, weights);
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, nullptr));
  WeightedRows all;
  for (ConstraintRow row : rows) {
    const auto entries = entriesOf(G, weights.get(), row, changes(row));
    all.add(row, compliance.empty() ? 0.0 : compliance[static_cast<std::size_t>(row.row - first)], entries);
  }
  return all;
}

}  // namespace tenon::system

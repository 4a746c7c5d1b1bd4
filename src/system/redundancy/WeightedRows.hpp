// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <gsl/span>
#include <tuple>
#include <vector>

#include "DependentRows.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::system {

constexpr double round_off = 1e-14;  ///< bound of a negligible entry relative to its row

/// Entry of a row.
struct RowEntry {
  PetscInt column;
  double value;
};

/// Returns true if `a` precedes `b` in an order that is independent of the partition: by
/// constraint, node and component.
inline bool comesBefore(const ConstraintRow& a, const ConstraintRow& b) {
  return std::tie(a.constraint, a.body, a.number, a.component) < std::tie(b.constraint, b.body, b.number, b.component);
}

/// Rows of G P diag(A)^-1/2, in which all degrees of freedom have the same weight.
struct WeightedRows {
  std::vector<ConstraintRow> rows;
  std::vector<double> compliance;      // [rows], of C
  std::vector<std::size_t> starts{0};  // [rows + 1], indices into `entries`
  std::vector<RowEntry> entries;

  std::size_t size() const { return rows.size(); }
  gsl::span<const RowEntry> of(std::size_t row) const {
    return {entries.data() + starts[row], starts[row + 1] - starts[row]};
  }
  /// Appends a row.
  void add(const ConstraintRow& row, double of_C, gsl::span<const RowEntry> of_row);
  /// Returns the rows; entries that are round-off are removed from those for which `changes`
  /// returns true.
  WeightedRows withoutZeros(const std::function<bool(const ConstraintRow&)>& changes) const;
  /// Returns the flagged rows.
  WeightedRows kept(const std::vector<char>& flags) const;
  /// Returns the sum of the squares of the entries of a row.
  double squareOf(std::size_t row) const;
};

/// Returns selected rows of this rank. Entries that are round-off, such as those that a projection
/// cancels, are removed except in rows for which `changes` returns true: these keep all stored
/// entries, because their values may change.
/// @param G  G P
/// @param diagonal  diagonal of A; entries that are not positive count as 1
/// @param compliance  compliance of all rows of this rank; empty if all are zero
/// @param weights  diag(A)^-1/2 of the column at each position of G; created if empty, else updated
/// @note Collective.
WeightedRows weightedRows(Mat G, Vec diagonal, const std::vector<ConstraintRow>& rows,
                          const std::vector<double>& compliance,
                          const std::function<bool(const ConstraintRow&)>& changes, la::Matrix& weights);

}  // namespace tenon::system

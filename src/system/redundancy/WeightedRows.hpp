#pragma once
#include <functional>
#include <gsl/span>
#include <tuple>
#include <vector>

#include "tenon/system/Redundancy.hpp"

namespace tenon::system {

constexpr double round_off = 1e-14;  ///< of an entry, against its row

/// One entry of a row.
struct RowEntry {
  PetscInt column;
  double value;
};

/// Order of rows whatever the partition: by constraint, node and component.
inline bool comesBefore(const ConstraintRow& a, const ConstraintRow& b) {
  return std::tie(a.constraint, a.body, a.number, a.component) < std::tie(b.constraint, b.body, b.number, b.component);
}

/// Rows of G P diag(A)^-1/2, in which all unknowns are alike, one after the other.
struct WeightedRows {
  std::vector<ConstraintRow> rows;
  std::vector<double> compliance;      // [rows], of C
  std::vector<std::size_t> starts{0};  // [rows + 1], in `entries`
  std::vector<RowEntry> entries;

  std::size_t size() const { return rows.size(); }
  gsl::span<const RowEntry> of(std::size_t row) const {
    return {entries.data() + starts[row], starts[row + 1] - starts[row]};
  }
  /// A row at the end.
  void add(const ConstraintRow& row, double of_C, gsl::span<const RowEntry> of_row);
  /// Rows that change without entries that are round-off of theirs.
  WeightedRows withoutZeros(const std::function<bool(const ConstraintRow&)>& changes) const;
  /// Those that are flagged.
  WeightedRows kept(const std::vector<char>& flags) const;
  /// Sum of the squares of a row's entries.
  double squareOf(std::size_t row) const;
};

/// These rows of this rank. Entries that are round-off, as of what a projection takes out, are left out but in rows
/// that `changes` names: these have all that are stored, since they may be others soon. `weights`: diag(A)^-1/2 of the
/// column in each place of G, made where there is none, else renewed. `G`: G P; `diagonal`: of A, entries that are not
/// positive count as 1; `compliance`: of all rows of this rank, empty: zero. Collective.
WeightedRows weightedRows(Mat G, Vec diagonal, const std::vector<ConstraintRow>& rows,
                          const std::vector<double>& compliance,
                          const std::function<bool(const ConstraintRow&)>& changes, la::Matrix& weights);

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "WeightedRows.hpp"

namespace tenon::system {

/// Rows that are independent because of degrees of freedom of their own, as found by
/// findDoubtfulRows(). The object checks whether this still holds after the values of the rows have
/// changed.
///
/// The order of elimination in the search remains valid as long as each row keeps a degree of
/// freedom of its own, because the search treats stored zeros as nonzero.
class OwnDofRows {
 public:
  OwnDofRows() = default;
  /// Keeps the rows among `rows` (of G) that are not in `doubtful` and for which `changes` returns
  /// true.
  /// @param weights  weights of weightedRows()
  /// @param is_own  flag for each entry of all rows: true for entries that make their row
  ///   independent
  OwnDofRows(Mat weights, const WeightedRows& rows, const WeightedRows& doubtful, const std::vector<char>& is_own,
             const std::function<bool(const ConstraintRow&)>& changes);

  std::size_t size() const { return rows_.size(); }
  /// Returns true if all rows of this rank still have a degree of freedom of their own. @note Not
  /// collective.
  bool areUnchanged(Mat G) const;

 private:
  std::vector<PetscInt> rows_;
  std::vector<double> compliances_;  // [rows]
  std::vector<double> squares_;      // squared weights at each stored position, row by row
  std::vector<char> is_own_;         // [positions]
};

}  // namespace tenon::system

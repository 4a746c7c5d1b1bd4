// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <vector>

#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Matrix S that selects, scales and combines the rows of this rank: row i of S G is
/// own[i] G_i + next[i] G_(i+1).
struct RowCombination {
  std::vector<double> own;   ///< [rows] factor of each row; 0 removes the row.
  std::vector<double> next;  ///< [rows] factor of the row that follows; empty for 0 in all rows.

  /// Replaces `rows` by S rows. @note Not collective.
  void apply(Vec rows) const;
  /// Replaces `multipliers` by S^T multipliers. @note Not collective.
  void applyTransposed(Vec multipliers) const;
  bool operator==(const RowCombination& other) const { return own == other.own && next == other.next; }
};

/// Product S G, stored as one AIJ matrix whose pattern is constant. Its values are formed in place
/// if S or the values of G have changed, without a matrix product.
class RowOperator {
 public:
  /// Allocates the matrix, with values of zero.
  /// @param G  AIJ matrix, to which a reference is kept
  /// @param has_next  [rows] flag of each row that may be combined with the next row of this rank;
  ///   empty if there are none
  /// @note Collective.
  explicit RowOperator(Mat G, gsl::span<const char> has_next = {});

  /// Returns true if the operator belongs to G with its present pattern.
  bool belongsTo(Mat G) const;
  /// Forms the values, unless neither S nor the values of G have changed on any rank.
  /// @throws InternalError if there is not one factor per row.
  /// @note Collective.
  void update(RowCombination S);

  /// Returns S G. The matrix object is the same in all calls.
  Mat get() const { return matrix_.get(); }
  /// Returns (S G)^T, which is formed by the first call and after each change of S G. The matrix
  /// object is the same in all calls.
  /// @note Collective.
  Mat transpose() const;

 private:
  Matrix source_, matrix_;
  mutable Matrix transpose_;  // empty until transpose() is called
  RowCombination S_;
  PetscObjectState pattern_ = 0, values_ = 0;  // states of G
  mutable bool is_transpose_current_ = false;
};

}  // namespace tenon::la

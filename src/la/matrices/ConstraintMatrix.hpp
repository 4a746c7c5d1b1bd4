// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"

namespace tenon::la {

/// Entry of the constraint Jacobian G. Its row belongs to a multiplier on this rank; its column
/// belongs to a degree of freedom on any rank.
struct ConstraintEntry {
  LocalIndex row;      ///< index of the row among the multipliers that this rank owns
  GlobalIndex column;  ///< global scalar column: b * (block row of the combined layout) + component; b: block size
  double value;        ///< value of the entry
};

/// Returns the entries whose columns are not constrained, in their order. The owners of distant
/// nodes are queried.
/// @param constrained  [numLocal x b] flags of constrained degrees of freedom, of which those of
///   owned nodes are used; empty on all ranks if there are none
/// @note Collective.
std::vector<ConstraintEntry> freeEntries(const CombinedLayout& layout, const std::vector<ConstraintEntry>& entries,
                                         gsl::span<const char> constrained);

/// Sets `weights` to an AIJ matrix with the pattern of `matrix`, in which every entry of column j
/// equals entry j of `column_weights`. The matrix is created if `weights` is empty.
/// @param matrix          AIJ matrix [m x n]
/// @param column_weights  [n] weights, distributed like the columns of `matrix`
/// @param weights         empty, or the result of an earlier call for a matrix of this pattern
/// @note Collective.
void setColumnWeights(Mat matrix, Vec column_weights, Matrix& weights);

/// Constraint Jacobian G = dPhi/dq and its transpose. Rows correspond to Lagrange multipliers,
/// columns to the degrees of freedom of a combined layout.
class ConstraintMatrix {
 public:
  /// Assembles the matrix. Entries at the same position are added.
  /// @param layout  layout of the columns
  /// @param groups  rows of each constraint on this rank, numbered consecutively
  /// @param entries  entries in the rows of this rank
  /// @param constrained  [numLocal x b] flag for each degree of freedom of the layout, whose block
  ///   size is b: true if constrained. The columns of constrained degrees of freedom are omitted on
  ///   all ranks. Only the flags of owned nodes are used. The array is empty on all ranks if no
  ///   degree of freedom is constrained.
  /// @throws InternalError on all ranks if the rows of the constraints are not consecutive or if an
  ///   entry lies outside the matrix
  /// @throws InputError if the number of multipliers exceeds the range of PetscInt
  /// @note Collective.
  ConstraintMatrix(const CombinedLayout& layout, std::vector<NamedRows> groups,
                   const std::vector<ConstraintEntry>& entries, gsl::span<const char> constrained = {});

  /// PETSc matrix of the constraint Jacobian G.
  Mat get() const { return matrix_.get(); }
  /// Returns the transpose G^T, which is created by the first call and not updated when G changes.
  /// @note Collective on the first call.
  Mat transpose() const;

  /// Positions of entries within the stored values of this rank's rows.
  struct EntryPositions {
    std::vector<std::ptrdiff_t> of_entries;  ///< position of each entry; -1 if the entry is not stored
    bool are_distinct = true;                ///< true if no two entries have the same position
  };
  /// Returns the positions of entries within the stored values of this rank's rows.
  /// @note Not collective.
  EntryPositions positionsOf(const std::vector<ConstraintEntry>& entries) const;
  /// Sets the entries at the given positions to factor * values, where values at the same position
  /// are added. Other entries and the transpose are not changed.
  /// @param positions  positions that positionsOf() returned for the entries
  /// @param values  value of each entry; ignored if the entry is not stored
  /// @param factor  common factor of all values
  /// @throws InternalError if there is not one value per position
  /// @note Not collective, but must be called on every rank.
  void updateValues(const EntryPositions& positions, gsl::span<const double> values, double factor);

  /// Returns the Euclidean norm of each row of this rank, with entries multiplied by the `weights`
  /// of their columns. Weights are stored by the first call that specifies them and used by all
  /// later calls.
  /// @param weights  [columns] weights; nullptr for the stored weights or, if there are none,
  ///   weights of 1
  /// @return [numOwnedRows] norms
  /// @note The first call with weights is collective; all other calls are not.
  std::vector<double> rowNorms(Vec weights = nullptr) const;

  /// Rows of each constraint.
  const std::vector<NamedRows>& groups() const { return groups_; }
  /// Number of rows that this rank owns.
  LocalIndex numOwnedRows() const { return num_rows_; }
  /// Number of rows on all ranks.
  PetscInt numRows() const { return num_global_rows_; }

  /// Returns a zero vector with one entry per multiplier. @note Collective.
  Vector makeVector() const;

  /// Returns the index set of the rows of one constraint. The index set has the name of the
  /// constraint.
  /// @note Collective.
  IndexSet multiplierIndexSet(std::size_t group) const;

 private:
  base::Communicator comm_;
  std::vector<NamedRows> groups_;
  LocalIndex num_rows_;
  PetscInt num_global_rows_;
  Matrix matrix_;
  mutable Matrix transpose_;  // empty until transpose() is called
  mutable Matrix weights_;    // column weight at the position of each entry; empty for weights of 1
};

}  // namespace tenon::la

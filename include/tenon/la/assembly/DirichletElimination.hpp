// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/la/assembly/BlockMatrix.hpp"

namespace tenon::la {

/// Diagonal value of a constrained degree of freedom: 1, or the mean of the absolute values of the
/// free diagonal.
enum class DirichletDiagonal {
  one,            ///< The value 1.
  meanOfDiagonal  ///< Mean |a_ii| of the free degrees of freedom of all ranks; 1 if it is zero.
};

/// Stored entries in the rows and columns of constrained degrees of freedom, located once.
/// Elimination of these degrees of freedom from a matrix then runs through two short lists: A(h, :)
/// = 0, A(:, h) = 0, A(h, h) = d.
class DirichletElimination {
 public:
  /// Locates the entries.
  /// @param matrix  matrix with the pattern of those that apply() will change
  /// @param constrained  [numLocal x b] flag for each degree of freedom of the matrix's combined
  ///   layout: true if constrained; ghosts are required for the columns of other ranks
  /// @note Not collective.
  DirichletElimination(const BlockMatrix& matrix, gsl::span<const char> constrained);

  /// Eliminates the constrained degrees of freedom. PETSc must be notified of the changed values
  /// by BlockMatrix::notifyValuesChanged().
  /// @param matrix  matrix with the pattern from which this object was created
  /// @param comm  communicator of the matrix
  /// @param diagonal  value d: 1, or the mean |a_ii| of the free degrees of freedom
  /// @note Collective.
  void apply(BlockMatrix& matrix, const base::Communicator& comm, DirichletDiagonal diagonal) const;

 private:
  struct Range {
    PetscInt first, count;
  };
  void findInRow(const BlockMatrix& matrix, LocalIndex row, const char* constrained);
  static void append(std::vector<Range>& ranges, PetscInt position);
  double meanOfFreeDiagonal(const BlockMatrix& matrix, const base::Communicator& comm) const;

  std::vector<Range> diagonal_ranges_, off_diagonal_ranges_;
  std::vector<PetscInt> constrained_diagonal_, all_diagonal_;  // positions of the diagonal entries
};

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "la/assembly/BlockMatrix.hpp"
#include "tenon/la/assembly/AssemblyRules.hpp"

namespace tenon::la {

/// Elimination of constrained degrees of freedom h from a matrix, i.e. A(h, :) = 0, A(:, h) = 0 and
/// A(h, h) = d. The entries of these rows and columns are located once; each elimination then runs
/// through two short lists.
class DirichletElimination {
 public:
  /// Locates the entries of the constrained rows and columns.
  /// @param matrix  matrix with the same pattern as the matrices that are passed to apply()
  /// @param constrained  [numLocal x b] flag for each degree of freedom of the matrix's combined
  ///   layout, whose block size is b: true if constrained; the flags of ghosts determine which
  ///   columns owned by other ranks are constrained
  /// @note Not collective.
  DirichletElimination(const BlockMatrix& matrix, gsl::span<const char> constrained);

  /// Eliminates the constrained degrees of freedom. The caller must then notify PETSc with
  /// BlockMatrix::notifyValuesChanged().
  /// @param matrix  matrix with the pattern for which this object was created
  /// @param comm  communicator of the matrix
  /// @param diagonal  rule for the diagonal value d
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <utility>

#include "la/assembly/AijArrays.hpp"
#include "la/assembly/BlockPattern.hpp"

namespace tenon::la {

/// Values of the rows that this rank owns, for a matrix with block size b. In scalar row b r, block
/// k (counted from 0) of block row r begins at position starts[b r] + b k. The b scalar rows of a
/// block row are consecutive and have the same length.
struct StoredRows {
  double* values = nullptr;          ///< stored values
  const PetscInt* starts = nullptr;  ///< position in `values` of the first entry of each scalar row
};

/// Square AIJ matrix over a combined layout, with block size b and a fixed pattern.
class BlockMatrix {
 public:
  /// Creates a matrix of zeros.
  /// @param layout   rows and columns of the matrix
  /// @param pattern  pattern of the block rows that this rank owns
  /// @throws InputError if the number of entries of a rank exceeds the range of PetscInt
  /// @note Collective.
  BlockMatrix(const CombinedLayout& layout, BlockPattern pattern);

  /// PETSc matrix.
  Mat get() const { return matrix_.get(); }
  /// Pattern of the owned rows.
  const BlockPattern& pattern() const { return pattern_; }
  /// Block size b.
  int block() const { return block_; }

  /// Returns the entries in owned columns.
  StoredRows diagonal() const { return {diagonal_->values.data(), diagonal_->starts.data()}; }
  /// Returns the entries in columns of other ranks. All rows are empty if there is only one rank.
  StoredRows offDiagonal() const { return {off_diagonal_->values.data(), off_diagonal_->starts.data()}; }

  /// Begins an assembly, which starts from a zero matrix. zeroUpTo() sets rows to zero immediately
  /// before the first value is added to them. The rows are then in cache; this reduces the
  /// assembly time of large matrices by one third. The rows of a new matrix are already zero.
  /// @note Not collective.
  void startZeroing() { num_zeroed_ = std::exchange(is_new_, false) ? pattern_.numRows() : 0; }
  /// Sets to zero all owned block rows in [0, end) that have not been set to zero since
  /// startZeroing().
  /// @note Not collective.
  void zeroUpTo(LocalIndex end) {
    if (!isZeroedUpTo(end)) zeroFurther(end);
  }
  /// Returns true if the block rows [0, end) have been set to zero since startZeroing().
  bool isZeroedUpTo(LocalIndex end) const { return end <= num_zeroed_; }
  /// Sets to zero all owned rows that have not been set to zero since startZeroing().
  /// @note Not collective.
  void zeroToEnd() { zeroUpTo(pattern_.numRows()); }

  /// Notifies PETSc that the stored values have changed. Without this call, PETSc would use
  /// outdated data in matrix-vector products and preconditioners.
  /// @note Not collective, but must be called on every rank.
  /// @see PETSc: PetscObjectStateIncrease()
  void notifyValuesChanged();

  /// Returns the memory used by this rank's entries (values, columns, row starts), in bytes.
  std::size_t bytes() const { return diagonal_->bytes() + off_diagonal_->bytes(); }

 private:
  void zeroFurther(LocalIndex end);

  int block_;
  BlockPattern pattern_;
  std::shared_ptr<AijArrays> diagonal_, off_diagonal_;
  bool is_new_ = true;  // no values have been written
  LocalIndex num_zeroed_;
  Matrix matrix_;
};

}  // namespace tenon::la

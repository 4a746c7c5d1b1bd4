#pragma once
#include <memory>
#include <utility>

#include "tenon/la/assembly/AijArrays.hpp"
#include "tenon/la/assembly/BlockPattern.hpp"

namespace tenon::la {

/// The stored values of the rows this rank owns, as the assembly sees them. Block (r, k-th of its row) begins in scalar
/// row b r at starts[b r] + b k; the b scalar rows of a block row are equally long and follow one another.
struct StoredRows {
  double* values = nullptr;
  const PetscInt* starts = nullptr;
};

/// A square matrix over a combined layout whose pattern is known: AIJ with block size b, made in one pass.
class BlockMatrix {
 public:
  /// Collective. All values zero.
  BlockMatrix(const CombinedLayout& layout, BlockPattern pattern);

  Mat get() const { return matrix_.get(); }
  const BlockPattern& pattern() const { return pattern_; }
  int block() const { return block_; }

  /// Entries among owned columns, and among the others (no rows on one rank).
  StoredRows diagonal() const { return {diagonal_->values.data(), diagonal_->starts.data()}; }
  StoredRows offDiagonal() const { return {off_diagonal_->values.data(), off_diagonal_->starts.data()}; }

  /// Begins anew at zero. The rows are set to zero only when zeroUpTo() reaches them, just before the first value goes
  /// there: then they are in the cache for it, which saves a third of the assembly of large matrices. The first time,
  /// they are zero as they came from the system. Not collective.
  void startZeroing() { num_zeroed_ = std::exchange(is_new_, false) ? pattern_.numRows() : 0; }
  /// Sees to it that the block rows [0, end) were set to zero since startZeroing(). For owned rows only.
  void zeroUpTo(LocalIndex end) {
    if (!isZeroedUpTo(end)) zeroFurther(end);
  }
  bool isZeroedUpTo(LocalIndex end) const { return end <= num_zeroed_; }
  void zeroToEnd() { zeroUpTo(pattern_.numRows()); }

  /// To be called after values were written into the stored rows: tells PETSc, whose products and preconditioners else
  /// work with what they kept. Not collective, but on every rank.
  void valuesChanged();

  /// Bytes of this rank's entries (values, columns, row starts).
  std::size_t bytes() const { return diagonal_->bytes() + off_diagonal_->bytes(); }

 private:
  void zeroFurther(LocalIndex end);

  int block_;
  BlockPattern pattern_;
  std::shared_ptr<AijArrays> diagonal_, off_diagonal_;
  bool is_new_ = true;  // nobody wrote values yet
  LocalIndex num_zeroed_;
  Matrix matrix_;
};

}  // namespace tenon::la

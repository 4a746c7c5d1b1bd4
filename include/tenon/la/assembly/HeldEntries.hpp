#pragma once
#include <vector>

#include "tenon/la/assembly/BlockMatrix.hpp"

namespace tenon::la {

/// What the diagonal of a held unknown becomes.
enum class HeldDiagonal { one, meanOfDiagonal };

/// The stored entries in rows and columns of held unknowns, found once: taking these unknowns out of a matrix is then
/// two short lists, A(h, :) = 0, A(:, h) = 0, A(h, h) = d.
class HeldEntries {
 public:
  /// Not collective. `held`: [numLocal x b] flags of the matrix's combined layout, ghosts included (else columns of
  /// held unknowns of other ranks would stay).
  HeldEntries(const BlockMatrix& matrix, gsl::span<const char> held);

  /// Collective. d is 1, or the mean |diagonal| of the unknowns that are not held.
  void apply(BlockMatrix& matrix, const base::Communicator& comm, HeldDiagonal diagonal) const;

 private:
  struct Range {
    PetscInt first, count;
  };
  void findInRow(const BlockMatrix& matrix, LocalIndex row, const char* held);
  static void append(std::vector<Range>& ranges, PetscInt position);
  double meanOfFreeDiagonal(const BlockMatrix& matrix, const base::Communicator& comm) const;

  std::vector<Range> diagonal_ranges_, off_diagonal_ranges_;
  std::vector<PetscInt> held_diagonal_, all_diagonal_;  // positions of the diagonal entries
};

}  // namespace tenon::la

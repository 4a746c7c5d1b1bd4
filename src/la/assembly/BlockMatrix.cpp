// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/BlockMatrix.hpp"

#include <petsc/private/petscimpl.h>  // declares PetscObjectStateIncrease, which is documented as public

#include <algorithm>

namespace tenon::la {
namespace {

// Returns the scalar rows of the blocks [first, last) of each block row; column(key) is the column
// of a block in PETSc's numbering.
template <class Range, class Column>
std::shared_ptr<AijArrays> expand(const BlockPattern& pattern, int block, std::int64_t num_blocks, Range&& range,
                                  Column&& column) {
  const auto b = static_cast<std::size_t>(block);
  base::toPetscInt(num_blocks * block * block, "stored matrix entries of one rank");
  auto arrays = std::make_shared<AijArrays>(static_cast<std::size_t>(pattern.numRows()) * b,
                                            static_cast<std::size_t>(num_blocks) * b * b);
  PetscInt* start = arrays->starts.data();
  PetscInt* entry = arrays->columns.data();
  *start++ = 0;
  for (LocalIndex row = 0; row < pattern.numRows(); ++row) {
    const gsl::span<const LocalIndex> keys = range(row);
    PetscInt* const first = entry;
    for (const LocalIndex key : keys) {
      const PetscInt scalar = column(key) * block;
      for (int c = 0; c < block; ++c) *entry++ = scalar + c;
    }
    const std::ptrdiff_t length = entry - first;
    for (int c = 1; c < block; ++c) entry = std::copy_n(first, length, entry);
    for (int c = 0; c < block; ++c, ++start) *start = start[-1] + static_cast<PetscInt>(length);
  }
  return arrays;
}

std::shared_ptr<AijArrays> expandDiagonal(const BlockPattern& pattern, int block) {
  const auto range = [&](LocalIndex row) {
    return pattern.row(row).first(static_cast<std::size_t>(pattern.numDiagonal(row)));
  };
  return expand(pattern, block, pattern.numDiagonalBlocks(), range, [](LocalIndex key) { return PetscInt{key}; });
}

std::shared_ptr<AijArrays> expandOffDiagonal(const BlockPattern& pattern, int block) {
  const auto range = [&](LocalIndex row) {
    return pattern.row(row).subspan(static_cast<std::size_t>(pattern.numDiagonal(row)));
  };
  return expand(pattern, block, pattern.numBlocks() - pattern.numDiagonalBlocks(), range,
                [&](LocalIndex key) { return pattern.global(key).value(); });
}

// Zeroes [from, to). Later lines are requested beforehand, so that their transfer from memory
// overlaps the computation between two calls; std::fill would wait for it (13 % of the assembly of
// linear tetrahedra).
void zeroWithPrefetch(double* from, double* to) {
  constexpr std::ptrdiff_t cache_line = 8, distance = 512;
  for (; to - from >= cache_line; from += cache_line) {
    __builtin_prefetch(from + distance, 1);
    std::fill_n(from, cache_line, 0.0);
  }
  std::fill(from, to, 0.0);
}

}  // namespace

BlockMatrix::BlockMatrix(const CombinedLayout& layout, BlockPattern pattern)
    : block_(layout.block()),
      pattern_(std::move(pattern)),
      diagonal_(expandDiagonal(pattern_, block_)),
      off_diagonal_(expandOffDiagonal(pattern_, block_)),
      num_zeroed_(pattern_.numRows()) {
  const PetscInt owned = static_cast<PetscInt>(layout.layout().numOwned()) * block_;
  matrix_ = makeAij(layout.comm(), owned, owned, block_, block_, diagonal_, off_diagonal_);
}

void BlockMatrix::zeroFurther(LocalIndex end) {
  const LocalIndex last = std::min(end, pattern_.numRows());
  for (AijArrays* arrays : {diagonal_.get(), off_diagonal_.get()}) {
    const PetscInt* starts = arrays->starts.data();
    double* const values = arrays->values.data();
    zeroWithPrefetch(values + starts[static_cast<std::ptrdiff_t>(num_zeroed_) * block_],
                     values + starts[static_cast<std::ptrdiff_t>(last) * block_]);
  }
  num_zeroed_ = last;
}

void BlockMatrix::notifyValuesChanged() {
  // Getting and restoring the array also invalidates the inverted diagonals that SOR stores.
  const auto touch = [](Mat sequential) {
    double* values = nullptr;
    TENON_PETSC(MatSeqAIJGetArray(sequential, &values));
    TENON_PETSC(MatSeqAIJRestoreArray(sequential, &values));
  };
  PetscBool mpi = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(get()), MATMPIAIJ, &mpi));
  if (mpi == PETSC_TRUE) {
    Mat inner = nullptr, outer = nullptr;
    TENON_PETSC(MatMPIAIJGetSeqAIJ(get(), &inner, &outer, nullptr));
    touch(inner);
    touch(outer);
    TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(get())));
  } else {
    touch(get());
  }
}

}  // namespace tenon::la

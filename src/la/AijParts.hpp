// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <gsl/span>

#include "tenon/base/check.hpp"

namespace tenon::la {

/// Sequential parts of an AIJ matrix on this rank: the owned columns, numbered from the first one,
/// and all other columns, numbered by their position in `names`. On one rank there is no second
/// part.
struct AijParts {
  explicit AijParts(Mat matrix) : inner(matrix) {
    PetscBool is_alone = PETSC_FALSE;
    TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSEQAIJ, &is_alone));
    if (is_alone == PETSC_TRUE) return;
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    TENON_PETSC(MatMPIAIJGetSeqAIJ(matrix, &inner, &outer, &columns));
    TENON_PETSC(MatGetSize(outer, nullptr, &count));
    names = {columns, static_cast<std::size_t>(count)};
  }

  Mat inner,                        ///< Entries in owned columns.
      outer = nullptr;              ///< Entries in all other columns; nullptr on one rank.
  gsl::span<const PetscInt> names;  ///< Global number of each column of `outer`, ascending.
};

}  // namespace tenon::la

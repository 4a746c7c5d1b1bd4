// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "la/arrays.hpp"
#include "la/vectors.hpp"

// Starting vector and inner product of Lanczos-type methods. Both functions are collective.
namespace tenon::analysis {

/// Fills a vector with arbitrary values that depend on the numbers of the unknowns only.
inline void fillPseudoRandom(Vec vector) {
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first, nullptr));
  la::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = std::sin(1.0 + 7.3 * static_cast<double>(first + i));
}

/// Returns the inner product of two vectors.
inline double dot(Vec a, Vec b) {
  PetscScalar product = 0.0;
  TENON_PETSC(VecDot(a, b, &product));
  return product;
}

}  // namespace tenon::analysis

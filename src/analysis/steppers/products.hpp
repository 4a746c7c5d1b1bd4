#pragma once
#include <cmath>

#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

// What methods of Lanczos' kind begin with and go on by. Both are collective.
namespace tenon::analysis {

/// Entries without order, the same for any partition: of numbers of unknowns.
inline void fillWithoutOrder(Vec vector) {
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first, nullptr));
  la::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = std::sin(1.0 + 7.3 * static_cast<double>(first + i));
}

inline double innerProduct(Vec a, Vec b) {
  PetscScalar product = 0.0;
  TENON_PETSC(VecDot(a, b, &product));
  return product;
}

}  // namespace tenon::analysis

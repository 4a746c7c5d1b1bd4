#pragma once
#include "tenon/la/handles.hpp"

// What is asked of PETSc's vectors again and again. All are collective.
namespace tenon::la {

/// A vector of the same layout, zero.
inline Vector like(Vec vector) {
  Vector other;
  TENON_PETSC(VecDuplicate(vector, other.put()));
  return other;
}

/// A vector that shares this layout, zero. Ranks say nothing to each other, where VecSetSizes() and MatCreateVecs()
/// find out by two collective calls what all of them know.
inline Vector vectorOn(PetscLayout layout) {
  Vector vector;
  TENON_PETSC(VecCreate(layout->comm, vector.put()));
  TENON_PETSC(VecSetLayout(vector.get(), layout));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

/// A vector that the matrix multiplies, zero.
inline Vector columnVectorOf(Mat matrix) {
  PetscLayout columns = nullptr;
  TENON_PETSC(MatGetLayouts(matrix, nullptr, &columns));
  return vectorOn(columns);
}

/// A vector that the matrix gives, zero.
inline Vector rowVectorOf(Mat matrix) {
  PetscLayout rows = nullptr;
  TENON_PETSC(MatGetLayouts(matrix, &rows, nullptr));
  return vectorOn(rows);
}

inline double norm(Vec vector, NormType type = NORM_2) {
  PetscReal value = 0.0;
  TENON_PETSC(VecNorm(vector, type, &value));
  return value;
}

}  // namespace tenon::la

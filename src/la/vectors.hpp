// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/handles.hpp"

// Common operations on PETSc vectors. All of them are collective.
namespace tenon::la {

/// Returns a zero vector with the same layout. @note Collective.
inline Vector makeZeroLike(Vec vector) {
  Vector other;
  TENON_PETSC(VecDuplicate(vector, other.out()));
  return other;
}

/// Returns a copy of a vector. @note Collective.
inline Vector copyOf(Vec vector) {
  Vector copy = makeZeroLike(vector);
  TENON_PETSC(VecCopy(vector, copy.get()));
  return copy;
}

/// Returns a zero vector that shares a layout. No communication is needed, whereas VecSetSizes()
/// and MatCreateVecs() determine the layout by two collective calls.
/// @note Collective.
inline Vector makeZeroVector(PetscLayout layout) {
  Vector vector;
  TENON_PETSC(VecCreate(layout->comm, vector.out()));
  TENON_PETSC(VecSetLayout(vector.get(), layout));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

/// Returns a zero vector with the column layout of a matrix. @note Collective.
inline Vector makeColumnVector(Mat matrix) {
  PetscLayout columns = nullptr;
  TENON_PETSC(MatGetLayouts(matrix, nullptr, &columns));
  return makeZeroVector(columns);
}

/// Returns a zero vector with the row layout of a matrix. @note Collective.
inline Vector makeRowVector(Mat matrix) {
  PetscLayout rows = nullptr;
  TENON_PETSC(MatGetLayouts(matrix, &rows, nullptr));
  return makeZeroVector(rows);
}

/// Returns a norm of a vector. @note Collective.
inline double norm(Vec vector, NormType type = NORM_2) {
  PetscReal value = 0.0;
  TENON_PETSC(VecNorm(vector, type, &value));
  return value;
}

}  // namespace tenon::la

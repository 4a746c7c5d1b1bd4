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

/// A vector that the matrix multiplies, zero.
inline Vector columnVectorOf(Mat matrix) {
  Vector vector;
  TENON_PETSC(MatCreateVecs(matrix, vector.put(), nullptr));
  return vector;
}

inline double norm(Vec vector, NormType type = NORM_2) {
  PetscReal value = 0.0;
  TENON_PETSC(VecNorm(vector, type, &value));
  return value;
}

}  // namespace tenon::la

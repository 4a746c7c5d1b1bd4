#pragma once
#include <petscmat.h>

#include "tenon/base/check.hpp"

namespace tenon::solver {

/// This rank's entries of a vector for reading, until end of scope.
class ReadArray {
 public:
  explicit ReadArray(Vec vector) : vector_(vector) {
    TENON_PETSC(VecGetLocalSize(vector, &size_));
    TENON_PETSC(VecGetArrayRead(vector, &values_));
  }
  ~ReadArray() { VecRestoreArrayRead(vector_, &values_); }
  ReadArray(const ReadArray&) = delete;
  ReadArray& operator=(const ReadArray&) = delete;
  PetscInt size() const { return size_; }
  double operator[](PetscInt i) const { return values_[i]; }
  const double* begin() const { return values_; }

 private:
  Vec vector_;
  PetscInt size_ = 0;
  const PetscScalar* values_ = nullptr;
};

/// The same for writing.
class WriteArray {
 public:
  explicit WriteArray(Vec vector) : vector_(vector) {
    TENON_PETSC(VecGetLocalSize(vector, &size_));
    TENON_PETSC(VecGetArray(vector, &values_));
  }
  ~WriteArray() { VecRestoreArray(vector_, &values_); }
  WriteArray(const WriteArray&) = delete;
  WriteArray& operator=(const WriteArray&) = delete;
  PetscInt size() const { return size_; }
  double& operator[](PetscInt i) { return values_[i]; }
  double* begin() { return values_; }

 private:
  Vec vector_;
  PetscInt size_ = 0;
  PetscScalar* values_ = nullptr;
};

/// Every stored entry a becomes a^2. AIJ only.
void squareEntries(Mat matrix);

}  // namespace tenon::solver

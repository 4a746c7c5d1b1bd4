#pragma once
#include <petscmat.h>

#include <algorithm>
#include <vector>

#include "tenon/base/check.hpp"

// This rank's entries of PETSc's vectors and matrices, given back at the end of scope. Not collective.
namespace tenon::la {

/// Entries of a vector for reading.
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
  const double* end() const { return values_ + size_; }

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
  double* end() { return values_ + size_; }

 private:
  Vec vector_;
  PetscInt size_ = 0;
  PetscScalar* values_ = nullptr;
};

/// A copy of the entries; none of nullptr.
inline std::vector<double> entriesOf(Vec vector) {
  if (vector == nullptr) return {};
  const ReadArray entries(vector);
  return {entries.begin(), entries.end()};
}

/// `entries`: one for each of this rank's.
inline void setEntries(Vec vector, const std::vector<double>& entries) {
  std::copy(entries.begin(), entries.end(), WriteArray(vector).begin());
}

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <algorithm>
#include <vector>

#include "tenon/base/check.hpp"

// Access to this rank's entries of PETSc vectors until the end of scope. Not collective.
namespace tenon::la {

/// Read access to the entries of a vector.
class ReadArray {
 public:
  explicit ReadArray(Vec vector) : vector_(vector) {
    TENON_PETSC(VecGetLocalSize(vector, &size_));
    TENON_PETSC(VecGetArrayRead(vector, &values_));
  }
  ~ReadArray() { VecRestoreArrayRead(vector_, &values_); }
  ReadArray(const ReadArray&) = delete;
  ReadArray& operator=(const ReadArray&) = delete;
  /// Number of entries of this rank.
  PetscInt size() const { return size_; }
  /// Entry i of this rank.
  double operator[](PetscInt i) const { return values_[i]; }
  /// Pointer to the first entry.
  const double* begin() const { return values_; }
  /// Pointer past the last entry.
  const double* end() const { return values_ + size_; }

 private:
  Vec vector_;
  PetscInt size_ = 0;
  const PetscScalar* values_ = nullptr;
};

/// Write access to the entries of a vector.
class WriteArray {
 public:
  explicit WriteArray(Vec vector) : vector_(vector) {
    TENON_PETSC(VecGetLocalSize(vector, &size_));
    TENON_PETSC(VecGetArray(vector, &values_));
  }
  ~WriteArray() { VecRestoreArray(vector_, &values_); }
  WriteArray(const WriteArray&) = delete;
  WriteArray& operator=(const WriteArray&) = delete;
  /// Number of entries of this rank.
  PetscInt size() const { return size_; }
  /// Entry i of this rank.
  double& operator[](PetscInt i) { return values_[i]; }
  /// Pointer to the first entry.
  double* begin() { return values_; }
  /// Pointer past the last entry.
  double* end() { return values_ + size_; }

 private:
  Vec vector_;
  PetscInt size_ = 0;
  PetscScalar* values_ = nullptr;
};

/// Returns a copy of this rank's entries; empty if `vector` is nullptr.
inline std::vector<double> entriesOf(Vec vector) {
  if (vector == nullptr) return {};
  const ReadArray entries(vector);
  return {entries.begin(), entries.end()};
}

/// Sets this rank's entries of a vector.
/// @param entries  one value for each entry of this rank
inline void setEntries(Vec vector, const std::vector<double>& entries) {
  std::copy(entries.begin(), entries.end(), WriteArray(vector).begin());
}

}  // namespace tenon::la

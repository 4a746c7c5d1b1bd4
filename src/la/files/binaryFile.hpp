// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "la/assembly/StoredEntries.hpp"

namespace tenon::la {

/// Read access to this rank's part of a vector.
class OwnedValues {
 public:
  /// Opens a vector. @note Not collective.
  explicit OwnedValues(Vec vector);
  ~OwnedValues();
  OwnedValues(const OwnedValues&) = delete;
  OwnedValues& operator=(const OwnedValues&) = delete;

  /// Communicator of the vector.
  const base::Communicator& comm() const { return comm_; }
  /// Global index of the first owned entry.
  PetscInt first() const { return first_; }
  /// Global number of entries.
  PetscInt size() const { return size_; }
  /// Owned entries.
  gsl::span<const double> entries() const { return entries_; }

 private:
  base::Communicator comm_;
  Vec vector_;
  PetscInt first_ = 0, size_ = 0;
  const double* values_ = nullptr;
  gsl::span<const double> entries_;
};

// Writers of the binary formats. All are collective.
/// Writes a matrix in PETSc's binary format.
void writePetsc(Mat matrix, const StoredEntries& entries, const std::string& path);
/// Writes a vector in PETSc's binary format.
void writePetsc(Vec vector, const OwnedValues& values, const std::string& path);
/// Writes a matrix as compressed rows into the group `name` of an HDF5 file.
void writeHdf5(const StoredEntries& entries, const std::string& path, const std::string& name);
/// Writes a vector as the dataset `name` of an HDF5 file.
void writeHdf5(const OwnedValues& values, const std::string& path, const std::string& name);

}  // namespace tenon::la

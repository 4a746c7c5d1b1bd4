// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <gsl/span>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Read access to this rank's rows of a matrix with stored entries.
class StoredEntries {
 public:
  /// Opens a matrix. @throws InputError if the matrix is matrix-free. @note Collective.
  explicit StoredEntries(Mat matrix);

  /// Communicator of the matrix.
  const base::Communicator& comm() const { return comm_; }
  /// Global number of the first owned row.
  PetscInt firstRow() const { return first_; }
  /// Number of owned rows.
  PetscInt numOwnedRows() const { return last_ - first_; }
  /// Global number of rows.
  PetscInt numRows() const { return num_rows_; }
  /// Global number of columns.
  PetscInt numColumns() const { return num_columns_; }
  /// Number of entries on this rank.
  std::int64_t numLocal() const { return num_local_; }
  /// Number of entries on lower ranks.
  std::int64_t numOnLowerRanks() const { return num_on_lower_ranks_; }
  /// Number of entries on all ranks.
  std::int64_t numGlobal() const { return num_global_; }

  /// One row of the matrix. Only one row may exist at a time. @note Not collective.
  class StoredRow {
   public:
    StoredRow(Mat matrix, PetscInt row);
    ~StoredRow();
    StoredRow(const StoredRow&) = delete;
    StoredRow& operator=(const StoredRow&) = delete;
    /// Global columns, ascending.
    gsl::span<const PetscInt> columns() const { return {columns_, static_cast<std::size_t>(count_)}; }
    /// Values of the entries.
    gsl::span<const double> values() const { return {values_, static_cast<std::size_t>(count_)}; }

   private:
    Mat matrix_;
    PetscInt row_, count_ = 0;
    const PetscInt* columns_ = nullptr;
    const double* values_ = nullptr;
  };
  /// Returns an owned row; `local` counts from 0 on each rank.
  StoredRow row(PetscInt local) const { return StoredRow(matrix_, first_ + local); }

 private:
  base::Communicator comm_;
  Mat matrix_;
  PetscInt first_ = 0, last_ = 0, num_rows_ = 0, num_columns_ = 0;
  std::int64_t num_local_ = 0, num_on_lower_ranks_ = 0, num_global_ = 0;
};

}  // namespace tenon::la

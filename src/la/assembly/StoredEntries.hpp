#pragma once
#include <cstdint>
#include <gsl/span>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// This rank's rows of a matrix that stores its entries, for reading.
class StoredEntries {
 public:
  /// Collective. InputError for a matrix that knows products only.
  explicit StoredEntries(Mat matrix);

  const base::Communicator& comm() const { return comm_; }
  PetscInt firstRow() const { return first_; }
  PetscInt numOwnedRows() const { return last_ - first_; }
  PetscInt numRows() const { return num_rows_; }
  PetscInt numColumns() const { return num_columns_; }
  /// Entries on this rank, of the ranks before this one, and of all.
  std::int64_t numHere() const { return num_here_; }
  std::int64_t numBefore() const { return num_before_; }
  std::int64_t numAll() const { return num_all_; }

  /// One row: global columns, ascending, and values. The last one ends before the next is asked for. Not collective.
  class Row {
   public:
    Row(Mat matrix, PetscInt row);
    ~Row();
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;
    gsl::span<const PetscInt> columns() const { return {columns_, static_cast<std::size_t>(count_)}; }
    gsl::span<const double> values() const { return {values_, static_cast<std::size_t>(count_)}; }

   private:
    Mat matrix_;
    PetscInt row_, count_ = 0;
    const PetscInt* columns_ = nullptr;
    const double* values_ = nullptr;
  };
  /// Counted from 0 on each rank.
  Row row(PetscInt local) const { return Row(matrix_, first_ + local); }

 private:
  base::Communicator comm_;
  Mat matrix_;
  PetscInt first_ = 0, last_ = 0, num_rows_ = 0, num_columns_ = 0;
  std::int64_t num_here_ = 0, num_before_ = 0, num_all_ = 0;
};

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/la/assembly/PageArray.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/la/layout/Layout.hpp"

namespace tenon::la {

/// Arrays of compressed rows in the format of PETSc's AIJ matrices. Row r has the entries
/// [starts[r], starts[r + 1]), with ascending columns.
struct AijArrays {
  /// Creates arrays of zeros.
  /// @param num_rows     number of scalar rows
  /// @param num_entries  number of stored entries
  AijArrays(std::size_t num_rows, std::size_t num_entries)
      : starts(num_rows + 1), columns(num_entries), values(num_entries) {}
  PageArray<PetscInt> starts,  ///< [rows + 1] start of each row in the following arrays.
      columns;                 ///< [entries] column of each entry.
  /// [entries] value of each entry.
  PageArray<double> values;

  /// Returns the size of the arrays, in bytes.
  std::size_t bytes() const {
    return (starts.size() + columns.size()) * sizeof(PetscInt) + values.size() * sizeof(double);
  }
};

/// Creates an AIJ matrix that uses these arrays without copying them; they exist as long as the
/// matrix. The matrix is SeqAIJ on one rank, MPIAIJ on several. Its pattern is final: a new entry
/// is an error.
/// @param comm  communicator of the matrix
/// @param num_owned_rows  number of scalar rows that this rank owns
/// @param num_owned_columns  number of scalar columns that this rank owns
/// @param row_block  block size of the rows
/// @param column_block  block size of the columns
/// @param diagonal  entries whose columns this rank owns, numbered from the first owned column
/// @param off_diagonal  all other entries, with global column numbers; not used on one rank
/// @return The assembled matrix.
/// @note Collective.
/// @see PETSc: MatCreateSeqAIJWithArrays(), MatCreateMPIAIJWithSplitArrays()
Matrix makeAij(const base::Communicator& comm, PetscInt num_owned_rows, PetscInt num_owned_columns, int row_block,
               int column_block, std::shared_ptr<AijArrays> diagonal, std::shared_ptr<AijArrays> off_diagonal);

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "la/assembly/PageArray.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/la/layout/Layout.hpp"

namespace tenon::la {

/// Arrays in compressed row format, as used by PETSc's AIJ matrices. Row r has the entries
/// [starts[r], starts[r + 1]), with ascending columns.
struct AijArrays {
  /// Creates zero-initialised arrays.
  /// @param num_rows     number of scalar rows
  /// @param num_entries  number of stored entries
  AijArrays(std::size_t num_rows, std::size_t num_entries)
      : starts(num_rows + 1), columns(num_entries), values(num_entries) {}
  PageArray<PetscInt> starts,  ///< [rows + 1] start of each row in `columns` and `values`
      columns;                 ///< [entries] column of each entry
  /// [entries] value of each entry.
  PageArray<double> values;

  /// Returns the size of the arrays, in bytes.
  std::size_t bytes() const {
    return (starts.size() + columns.size()) * sizeof(PetscInt) + values.size() * sizeof(double);
  }
};

/// Creates an AIJ matrix that uses the given arrays without copying them and keeps them alive. Its
/// type is SeqAIJ on one rank and MPIAIJ on several ranks. The pattern is fixed: PETSc reports an
/// error if a new entry is inserted.
/// @param comm  communicator of the matrix
/// @param num_owned_rows  number of scalar rows that this rank owns
/// @param num_owned_columns  number of scalar columns that this rank owns
/// @param row_block  block size of the rows
/// @param column_block  block size of the columns
/// @param diagonal  entries in columns that this rank owns; columns are numbered from the first
///   owned column
/// @param off_diagonal  all other entries, with global column numbers; not used if there is only
///   one rank
/// @return the assembled matrix
/// @note Collective.
/// @see PETSc: MatCreateSeqAIJWithArrays(), MatCreateMPIAIJWithSplitArrays()
Matrix makeAij(const base::Communicator& comm, PetscInt num_owned_rows, PetscInt num_owned_columns, int row_block,
               int column_block, std::shared_ptr<AijArrays> diagonal, std::shared_ptr<AijArrays> off_diagonal);

}  // namespace tenon::la

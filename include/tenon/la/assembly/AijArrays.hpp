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
  AijArrays(std::size_t num_rows, std::size_t num_entries)
      : starts(num_rows + 1), columns(num_entries), values(num_entries) {}
  /// Start of each row, [rows + 1], and column of each entry.
  PageArray<PetscInt> starts, columns;
  /// Value of each entry.
  PageArray<double> values;

  /// Returns the size of the arrays, in bytes.
  std::size_t bytes() const {
    return (starts.size() + columns.size()) * sizeof(PetscInt) + values.size() * sizeof(double);
  }
};

/// Creates an AIJ matrix that uses these arrays without copying them; they exist as long as the
/// matrix. The matrix is SeqAIJ on one rank, MPIAIJ on several. Its pattern is final: a new entry
/// is an error.
/// @param diagonal  entries whose columns this rank owns, numbered from the first owned column
/// @param off_diagonal  all other entries, with global column numbers
/// @note Collective.
Matrix makeAij(const base::Communicator& comm, PetscInt num_owned_rows, PetscInt num_owned_columns, int row_block,
               int column_block, std::shared_ptr<AijArrays> diagonal, std::shared_ptr<AijArrays> off_diagonal);

}  // namespace tenon::la

#pragma once
#include <memory>

#include "tenon/la/Layout.hpp"
#include "tenon/la/assembly/PageArray.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Compressed rows as PETSc's AIJ stores them: row r holds entries [starts[r], starts[r + 1]), columns ascending.
struct AijArrays {
  AijArrays(std::size_t num_rows, std::size_t num_entries)
      : starts(num_rows + 1), columns(num_entries), values(num_entries) {}
  PageArray<PetscInt> starts, columns;
  PageArray<double> values;

  std::size_t bytes() const {
    return (starts.size() + columns.size()) * sizeof(PetscInt) + values.size() * sizeof(double);
  }
};

/// Collective. An AIJ matrix that works directly in these arrays: nothing is copied, and they live as long as the
/// matrix does. (SeqAIJ on one rank, MPIAIJ on more.) The pattern is final: a new entry is an error.
///
/// `diagonal`: the columns this rank owns, numbered from its first one; `off_diagonal`: all others, global numbers.
Matrix makeAij(const base::Communicator& comm, PetscInt num_owned_rows, PetscInt num_owned_columns, int row_block,
               int column_block, std::shared_ptr<AijArrays> diagonal, std::shared_ptr<AijArrays> off_diagonal);

}  // namespace tenon::la

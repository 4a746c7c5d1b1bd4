#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::la {

/// A sparse matrix as it stands in a file, spread over the ranks: each entry on one of them, counted from 0.
struct SparseEntries {
  struct Entry {
    std::int64_t row, column;
    double value;
  };
  std::int64_t rows, columns;
  std::vector<Entry> entries;  ///< of this rank; those of one place add up
};

/// Collective. Reads PETSc's binary (`.petsc`, with integers as wide as PETSc's here) or MatrixMarket (`.mtx`:
/// coordinate, real or integer, general or symmetric), each as writeMatrix() writes it. All ranks read, each its part.
///
/// FileError that names the file, and the line of text, for what cannot be read or is none of these; InputError for
/// another ending.
SparseEntries readEntries(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::la

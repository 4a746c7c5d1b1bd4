// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::la {

/// Sparse matrix from a file, distributed over the ranks. Each entry is on one rank; indices start
/// at 0.
struct SparseEntries {
  /// Entry of the matrix.
  struct MatrixEntry {
    /// Position of the entry.
    std::int64_t row, column;
    /// Value of the entry.
    double value;
  };
  /// Dimensions of the matrix.
  std::int64_t rows, columns;
  std::vector<MatrixEntry> entries;  ///< entries of this rank; entries at the same position are added
};

/// Reads a matrix in PETSc's binary format (`.petsc`, with integers of the same width as this
/// PETSc's) or in MatrixMarket format (`.mtx`: coordinate, real or integer, general or symmetric),
/// as writeMatrix() writes them. All ranks read a part of the file.
/// @throws FileError with the name of the file, and the line of a text file, if the file cannot be
///   read or has another format
/// @throws InputError if the file has another suffix
/// @note Collective.
SparseEntries readEntries(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::la

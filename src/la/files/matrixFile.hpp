// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/la/handles.hpp"

// Matrices and vectors in file formats of other programs. Every rank writes its own rows at their
// position in one file; nothing is gathered. An existing file at `<path>` is kept until the new
// file is complete. Rows are in PETSc's order.
namespace tenon::la {

/// Formats of matrices and vectors. Numbers have the digits that are necessary to reproduce them
/// exactly; in Project Chrono's formats they have 13 digits.
///
/// - petsc: PETSc's binary format, as MatView() and VecView() write it, for MatLoad(), VecLoad(),
///   petsc4py and PetscBinaryIO. The file `<path>.info` contains the block size, which MatLoad()
///   reads automatically.
/// - matrixMarket: "coordinate real general", 1-based; vectors "array real general". For
///   scipy.io.mmread and MATLAB's mmread.
///
/// - hdf5: group `<name>` with compressed rows: `jc` [rows + 1], the start of each row, `ir`, the
///   columns, `data`, the values, and the attribute `MATLAB_sparse`, the number of columns;
///   vectors: dataset `<name>`. For MatLoad() and VecLoad() by PetscViewerHDF5, and for h5py with
///   scipy.sparse.csr_matrix((data, ir, jc)).
///
/// - chrono: lines `row col value`, 1-based, %.12e, as Project Chrono's
///   ChSystemDescriptor::WriteMatrix() writes them; vectors: one value per line. For MATLAB's
///   spconvert(load()).
/// - chronoFromZero: as chrono, but 0-based: WriteMatrix() with one_indexed = false.
/// - csv: lines row,column,value with a header, 0-based; vectors: row,value.
enum class FileFormat { petsc, matrixMarket, hdf5, chrono, chronoFromZero, csv };

/// User-visible names of the formats: petsc, mm, hdf5, chrono, chrono0, csv.
const std::vector<std::string>& fileFormatNames();
/// Returns the format of a name. @throws InputError with "did you mean" if the name is unknown.
FileFormat fileFormat(const std::string& name);
/// Returns the suffix of file names: ".petsc", ".mtx", ".h5", ".dat" (both formats of Chrono) or
/// ".csv".
std::string fileExtension(FileFormat format);

/// Dimensions of a written matrix. A vector has one column and `rows` entries.
struct WriteSummary {
  /// Global number of rows, columns and stored entries.
  std::int64_t rows, columns, entries;
};

/// Writes every stored entry of a matrix, including zeros.
/// @param name  name of the group in HDF5
/// @throws InputError if the matrix has no stored entries
/// @throws FileError if the file cannot be written
/// @note Collective.
WriteSummary writeMatrix(const Matrix& matrix, const std::string& path, FileFormat format, const std::string& name);
/// Writes a vector.
/// @param name  name of the dataset in HDF5
/// @throws FileError if the file cannot be written
/// @note Collective.
WriteSummary writeVector(const Vector& vector, const std::string& path, FileFormat format, const std::string& name);

}  // namespace tenon::la

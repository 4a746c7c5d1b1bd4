#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/la/handles.hpp"

// Matrices and vectors in files that other programs read. Every rank writes its own rows, at its own place of one file;
// nothing is gathered. `<path>` names the old file or the whole new one. Rows stand in PETSc's order.
namespace tenon::la {

/// petsc         PETSc's binary, as MatView() and VecView() write it: MatLoad(), VecLoad(), petsc4py, PetscBinaryIO;
///               beside it `<path>.info` with the block size, which MatLoad() reads by itself.
/// matrixMarket  coordinate real general, 1-based; vectors: array real general. scipy.io.mmread, mmread of MATLAB.
/// hdf5          group `<name>` with the compressed rows: `jc` [rows + 1] where each row starts, `ir` the columns,
/// `data`
///               the values, attribute `MATLAB_sparse` the number of columns; vectors: dataset `<name>`. MatLoad() and
///               VecLoad() by PetscViewerHDF5, h5py with scipy.sparse.csr_matrix((data, ir, jc)).
/// chrono        lines `row col value`, 1-based, %.12e, as Project Chrono's ChSystemDescriptor::WriteMatrix() writes
///               them; vectors: a value per line. MATLAB's spconvert(load()).
/// chrono0       the same, 0-based: WriteMatrix() with one_indexed = false.
/// csv           row,column,value with a header, 0-based; vectors: row,value.
/// Numbers have as many digits as it takes to read the same number back; in chrono 13.
enum class FileFormat { petsc, matrixMarket, hdf5, chrono, chronoFromZero, csv };

/// Names of the formats for people: petsc, mm, hdf5, chrono, chrono0, csv.
const std::vector<std::string>& fileFormatNames();
/// InputError with "did you mean" for an unknown name.
FileFormat fileFormat(const std::string& name);
/// ".petsc", ".mtx", ".h5", ".dat" (both of Chrono's), ".csv".
std::string fileEnding(FileFormat format);

/// What went into a file; a vector is one column of `rows` entries.
struct Written {
  std::int64_t rows, columns, entries;
};

/// Collective. Every stored entry, zeros too. InputError for a matrix that has no stored entries; FileError.
Written writeMatrix(const Matrix& matrix, const std::string& path, FileFormat format, const std::string& name);
/// Collective. FileError.
Written writeVector(const Vector& vector, const std::string& path, FileFormat format, const std::string& name);

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/operators/SchurComplement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "la/commOf.hpp"
#include "system/forms/Inverse.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

constexpr PetscInt most_dense_rows = 20000;  // 3.2 GB over all ranks
constexpr PetscInt columns_at_once = 64;

la::Matrix dense(const base::Communicator& comm, PetscInt local_rows, PetscInt local_columns, PetscInt num_columns) {
  la::Matrix matrix;
  TENON_PETSC(
      MatCreateDense(comm.mpi(), local_rows, local_columns, PETSC_DETERMINE, num_columns, nullptr, matrix.out()));
  return matrix;
}

/// Copies all columns of `part` to the columns of `whole`, starting at `first`.
void copyColumns(Mat part, PetscInt first, PetscInt count, Mat whole) {
  const double* from = nullptr;
  double* to = nullptr;
  PetscInt rows = 0, part_stride = 0, whole_stride = 0;
  TENON_PETSC(MatGetLocalSize(whole, &rows, nullptr));
  TENON_PETSC(MatDenseGetLDA(part, &part_stride));
  TENON_PETSC(MatDenseGetLDA(whole, &whole_stride));
  TENON_PETSC(MatDenseGetArrayRead(part, &from));
  TENON_PETSC(MatDenseGetArray(whole, &to));
  for (PetscInt c = 0; c < count; ++c)
    std::copy(from + c * part_stride, from + c * part_stride + rows, to + (first + c) * whole_stride);
  TENON_PETSC(MatDenseRestoreArray(whole, &to));
  TENON_PETSC(MatDenseRestoreArrayRead(part, &from));
}

PetscErrorCode multiplyShell(Mat shell, Vec x, Vec y) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(shell, &context));
  try {
    static_cast<const SchurComplement*>(context)->multiply(x, y);
  } catch (const std::exception& error) {
    return PetscError(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), __LINE__, "multiply", __FILE__,
                      PETSC_ERR_LIB, PETSC_ERROR_INITIAL, "%s", error.what());
  }
  return 0;
}

}  // namespace

SchurComplement::SchurComplement(const SystemMatrix& A, Mat G, Vec compliance, const std::string& prefix)
    : inverse_(std::make_unique<Inverse>(A, prefix)), G_(la::Matrix::share(G)) {
  if (compliance != nullptr) compliance_ = la::Vector::share(compliance);
  la::Matrix transpose;
  TENON_PETSC(MatTranspose(G, MAT_INITIAL_MATRIX, transpose.out()));
  if (inverse_->stored() == nullptr)
    transpose_ = std::move(transpose);
  else
    TENON_PETSC(MatMatMult(inverse_->stored(), transpose.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, transpose_.out()));
  TENON_PETSC(MatCreateVecs(G, motion_.out(), masked_.out()));
  if (inverse_->stored() == nullptr) TENON_PETSC(VecDuplicate(motion_.get(), forces_.out()));
}

SchurComplement::~SchurComplement() = default;

void SchurComplement::addCompliance(Vec l, Vec y) const {
  if (!compliance_) return;
  const double *c = nullptr, *from = nullptr;
  double* to = nullptr;
  PetscInt size = 0;
  TENON_PETSC(VecGetLocalSize(y, &size));
  TENON_PETSC(VecGetArrayRead(compliance_.get(), &c));
  TENON_PETSC(VecGetArrayRead(l, &from));
  TENON_PETSC(VecGetArray(y, &to));
  for (PetscInt r = 0; r < size; ++r) to[r] += c[r] * from[r];
  TENON_PETSC(VecRestoreArray(y, &to));
  TENON_PETSC(VecRestoreArrayRead(l, &from));
  TENON_PETSC(VecRestoreArrayRead(compliance_.get(), &c));
}

void SchurComplement::multiply(Vec l, Vec y) const {
  if (inverse_->stored() != nullptr) {
    TENON_PETSC(MatMult(transpose_.get(), l, motion_.get()));
  } else {
    TENON_PETSC(MatMult(transpose_.get(), l, forces_.get()));
    inverse_->apply(forces_.get(), motion_.get());
  }
  TENON_PETSC(MatMult(G_.get(), motion_.get(), y));
  addCompliance(l, y);
}

void SchurComplement::multiply(Vec l, Vec y, gsl::span<const char> enabled) const {
  PetscInt size = 0;
  TENON_PETSC(MatGetLocalSize(G_.get(), &size, nullptr));
  base::runCollectively(la::commOf(G_.get()), [&] {
    if (enabled.size() != static_cast<std::size_t>(size))
      throw base::InputError(fmt::format(
          "The number of flags of enabled rows is {}, but the number of constraint rows of this rank is {}.",
          enabled.size(), size));
  });
  const auto mask = [&](Vec vector) {
    double* values = nullptr;
    TENON_PETSC(VecGetArray(vector, &values));
    for (std::size_t r = 0; r < enabled.size(); ++r)
      if (enabled[r] == 0) values[r] = 0.0;
    TENON_PETSC(VecRestoreArray(vector, &values));
  };
  TENON_PETSC(VecCopy(l, masked_.get()));
  mask(masked_.get());
  multiply(masked_.get(), y);
  mask(y);
}

la::Matrix SchurComplement::operation() const {
  PetscInt size = 0;
  la::Matrix shell;
  TENON_PETSC(MatGetLocalSize(G_.get(), &size, nullptr));
  TENON_PETSC(MatCreateShell(la::commOf(G_.get()).mpi(), size, size, PETSC_DETERMINE, PETSC_DETERMINE,
                             const_cast<SchurComplement*>(this), shell.out()));
  TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_MULT, reinterpret_cast<void (*)()>(multiplyShell)));
  TENON_PETSC(MatSetUp(shell.get()));
  return shell;
}

la::Matrix SchurComplement::form(Part part) const {
  la::Matrix matrix;
  if (inverse_->stored() != nullptr)
    TENON_PETSC(MatMatMult(G_.get(), transpose_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, matrix.out()));
  else
    matrix = formDense();
  if (part == Part::whole && compliance_) TENON_PETSC(MatDiagonalSet(matrix.get(), compliance_.get(), ADD_VALUES));
  return matrix;
}

la::Matrix SchurComplement::formDense() const {
  const base::Communicator comm = la::commOf(G_.get());
  PetscInt rows = 0, unknowns = 0, size = 0;
  TENON_PETSC(MatGetSize(G_.get(), &size, nullptr));
  TENON_PETSC(MatGetLocalSize(G_.get(), &rows, &unknowns));
  base::runCollectively(comm, [&] {
    if (size > most_dense_rows)
      throw base::InputError(fmt::format(
          "G A^-1 G^T with {} rows would require {:.0f} GB of memory because A^-1 is dense: the matrix is formed only "
          "for at most {} rows. Use matrix-vector products, which do not need the stored matrix.",
          size, 8e-9 * static_cast<double>(size) * static_cast<double>(size), most_dense_rows));
  });
  la::Matrix whole = dense(comm, rows, rows, PETSC_DETERMINE);
  const PetscInt width = std::min(columns_at_once, size);
  const la::Matrix forces = dense(comm, unknowns, PETSC_DECIDE, width),
                   motion = dense(comm, unknowns, PETSC_DECIDE, width);
  for (PetscInt first = 0; first < size; first += width) {
    fillColumns(first, width, forces.get());
    inverse_->apply(forces.get(), motion.get());
    la::Matrix product;
    TENON_PETSC(MatMatMult(G_.get(), motion.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
    copyColumns(product.get(), first, std::min(width, size - first), whole.get());
  }
  TENON_PETSC(MatAssemblyBegin(whole.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(whole.get(), MAT_FINAL_ASSEMBLY));
  return whole;
}

// Copies columns [first, first + count) of G^T; columns beyond the last one are zero.
void SchurComplement::fillColumns(PetscInt first, PetscInt count, Mat columns) const {
  PetscInt begin = 0, end = 0, stride = 0;
  double* values = nullptr;
  TENON_PETSC(MatZeroEntries(columns));
  TENON_PETSC(MatGetOwnershipRange(transpose_.get(), &begin, &end));
  TENON_PETSC(MatDenseGetLDA(columns, &stride));
  TENON_PETSC(MatDenseGetArray(columns, &values));
  for (PetscInt row = begin; row < end; ++row) {
    PetscInt entries = 0;
    const PetscInt* at = nullptr;
    const PetscScalar* value = nullptr;
    TENON_PETSC(MatGetRow(transpose_.get(), row, &entries, &at, &value));
    for (PetscInt k = std::lower_bound(at, at + entries, first) - at; k < entries && at[k] < first + count; ++k)
      values[(at[k] - first) * stride + row - begin] = value[k];
    TENON_PETSC(MatRestoreRow(transpose_.get(), row, &entries, &at, &value));
  }
  TENON_PETSC(MatDenseRestoreArray(columns, &values));
}

}  // namespace tenon::system

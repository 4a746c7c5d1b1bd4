// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DenseSchur.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::solver {
namespace {

// Columns that are solved together; a block of A^-1 B takes 256 bytes per degree of freedom.
constexpr PetscInt block_of_columns = 32;
// Reciprocal condition number of S below which rows count as redundant.
constexpr double least_condition = 1e-13;

la::Matrix denseLike(Mat matrix, PetscInt count) {
  la::Matrix dense;
  PetscInt rows = 0;
  TENON_PETSC(MatGetLocalSize(matrix, &rows, nullptr));
  TENON_PETSC(
      MatCreateDense(la::commOf(matrix).mpi(), rows, PETSC_DECIDE, PETSC_DETERMINE, count, nullptr, dense.out()));
  return dense;
}

/// Copies the columns [first, first + count) of an AIJ matrix, or as many as it has, into `dense`.
void copyColumns(Mat matrix, PetscInt first, PetscInt count, Mat dense) {
  PetscInt rows = 0, start = 0, lead = 0;
  TENON_PETSC(MatGetLocalSize(matrix, &rows, nullptr));
  TENON_PETSC(MatGetOwnershipRange(matrix, &start, nullptr));
  TENON_PETSC(MatZeroEntries(dense));
  PetscScalar* entries = nullptr;
  TENON_PETSC(MatDenseGetLDA(dense, &lead));
  TENON_PETSC(MatDenseGetArray(dense, &entries));
  for (PetscInt row = 0; row < rows; ++row) {
    PetscInt size = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, start + row, &size, &columns, &values));
    for (PetscInt k = 0; k < size; ++k)
      if (first <= columns[k] && columns[k] < first + count) entries[row + lead * (columns[k] - first)] = values[k];
    TENON_PETSC(MatRestoreRow(matrix, start + row, &size, &columns, &values));
  }
  TENON_PETSC(MatDenseRestoreArray(dense, &entries));
  TENON_PETSC(MatAssemblyBegin(dense, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(dense, MAT_FINAL_ASSEMBLY));
}

bool isSymmetric(Mat matrix) {
  PetscBool known = PETSC_FALSE, is_so = PETSC_FALSE;
  TENON_PETSC(MatIsSymmetricKnown(matrix, &known, &is_so));
  return known == PETSC_TRUE && is_so == PETSC_TRUE;
}

}  // namespace

DenseSchur::DenseSchur(Mat schur_complement) {
  PetscInt size = 0;
  TENON_PETSC(MatGetSize(schur_complement, &size, nullptr));
  if (size > most_multipliers)
    throw base::InputError(
        fmt::format("-pc_type tenon_dense supports at most {} multipliers, but the system has {}: choose the preset "
                    "'schur'.",
                    most_multipliers, size));
  update(schur_complement);
}

void DenseSchur::update(Mat schur_complement) {
  Mat A = nullptr;
  TENON_PETSC(MatSchurComplementGetSubMatrices(schur_complement, &A, nullptr, nullptr, nullptr, nullptr));
  form(schur_complement);
  factor(isSymmetric(A));
}

void DenseSchur::form(Mat schur_complement) {
  Mat D = nullptr;
  KSP solver = nullptr;
  PetscInt size = 0, local = 0, start = 0;
  TENON_PETSC(MatSchurComplementGetSubMatrices(schur_complement, nullptr, nullptr, nullptr, nullptr, &D));
  TENON_PETSC(MatSchurComplementGetKSP(schur_complement, &solver));
  TENON_PETSC(KSPSetUp(solver));
  TENON_PETSC(MatGetSize(schur_complement, &size, nullptr));
  TENON_PETSC(MatGetLocalSize(schur_complement, &local, nullptr));
  TENON_PETSC(MatGetOwnershipRange(schur_complement, &start, nullptr));
  const base::Communicator comm = la::commOf(schur_complement);
  counts_ = comm.gather(static_cast<int>(local));
  starts_ = comm.gather(static_cast<int>(start));
  negative_ = Matrix::Zero(size, size);
  for (PetscInt first = 0; first < size; first += block_of_columns) {
    const bool is_full = size - first >= block_of_columns;
    addColumns(schur_complement, is_full ? full_ : last_, first, is_full ? block_of_columns : size - first);
  }
  la::Vector diagonal;
  TENON_PETSC(MatCreateVecs(D, diagonal.out(), nullptr));
  TENON_PETSC(MatGetDiagonal(D, diagonal.get()));
  {
    const la::ReadArray entries(diagonal.get());
    for (PetscInt i = 0; i < local; ++i) negative_(start + i, start + i) -= entries[i];
  }
  // Each row is nonzero on one rank only.
  comm.sumInPlace<double>({negative_.data(), static_cast<std::size_t>(negative_.size())});
}

// Adds the columns of C A^-1 B to the rows of this rank.
void DenseSchur::addColumns(Mat schur_complement, ColumnBlock& block, PetscInt first, PetscInt count) {
  Mat B = nullptr, C = nullptr;
  KSP solver = nullptr;
  TENON_PETSC(MatSchurComplementGetSubMatrices(schur_complement, nullptr, nullptr, &B, &C, nullptr));
  TENON_PETSC(MatSchurComplementGetKSP(schur_complement, &solver));
  if (!block.columns) block.columns = denseLike(B, count), block.solved = denseLike(B, count);
  copyColumns(B, first, count, block.columns.get());
  TENON_PETSC(KSPMatSolve(solver, block.columns.get(), block.solved.get()));
  PetscInt start = 0;
  la::Vector rows;
  TENON_PETSC(MatCreateVecs(C, nullptr, rows.out()));
  TENON_PETSC(MatGetOwnershipRange(C, &start, nullptr));
  for (PetscInt j = 0; j < count; ++j) {
    Vec column = nullptr;
    TENON_PETSC(MatDenseGetColumnVecRead(block.solved.get(), j, &column));
    TENON_PETSC(MatMult(C, column, rows.get()));
    TENON_PETSC(MatDenseRestoreColumnVecRead(block.solved.get(), j, &column));
    const la::ReadArray entries(rows.get());
    for (PetscInt i = 0; i < entries.size(); ++i) negative_(start + i, first + j) += entries[i];
  }
}

void DenseSchur::factor(bool symmetric) {
  if (negative_.rows() == 0) return;
  if (symmetric) negative_ = (0.5 * (negative_ + negative_.transpose())).eval();
  factors_ = base::DenseFactorisation(negative_, symmetric, least_condition);
  negative_.resize(0, 0);
}

void DenseSchur::apply(Vec x, Vec y) {
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(x)));
  const auto rank = static_cast<std::size_t>(comm.rank());
  Eigen::VectorXd all(counts_.empty() ? 0 : starts_.back() + counts_.back());
  {
    const la::ReadArray mine(x);
    TENON_MPI(MPI_Allgatherv(mine.begin(), counts_[rank], MPI_DOUBLE, all.data(), counts_.data(), starts_.data(),
                             MPI_DOUBLE, comm.mpi()));
  }
  if (all.size() > 0) all = factors_.solve(all);
  la::WriteArray entries(y);
  for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = -all[starts_[rank] + i];
}

}  // namespace tenon::solver

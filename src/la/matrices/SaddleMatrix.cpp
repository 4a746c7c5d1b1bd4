// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/matrices/SaddleMatrix.hpp"

#include <petsc/private/petscimpl.h>  // PetscObjectStateIncrease, documented as public, is declared here

#include <algorithm>

#include "la/MatrixRow.hpp"
#include "la/assembly/BlockMatrix.hpp"
#include "la/matrices/ConstraintMatrix.hpp"

namespace tenon::la {
namespace {

Matrix makeDiagonal(const base::Communicator& comm, LocalIndex num_rows, gsl::span<const double> compliance) {
  const auto n = static_cast<std::size_t>(num_rows);
  base::ensure(compliance.empty() || compliance.size() == n, "The compliance does not have one value per multiplier.");
  auto diagonal = std::make_shared<AijArrays>(n, n), none = std::make_shared<AijArrays>(n, std::size_t{0});
  for (std::size_t r = 0; r < n; ++r) {
    diagonal->starts[r] = diagonal->columns[r] = static_cast<PetscInt>(r);
    diagonal->values[r] = compliance.empty() ? 0.0 : -compliance[r];
  }
  diagonal->starts[n] = num_rows;
  std::fill_n(none->starts.data(), n + 1, 0);
  return makeAij(comm, num_rows, num_rows, 1, 1, std::move(diagonal), std::move(none));
}

IndexSet named(IndexSet set, const std::string& name) {
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), name.c_str()));
  return set;
}

IndexSet stride(const base::Communicator& comm, PetscInt count, PetscInt first, PetscInt block,
                const std::string& name) {
  IndexSet set;
  TENON_PETSC(ISCreateStride(comm.mpi(), count, first, 1, set.out()));
  TENON_PETSC(ISSetBlockSize(set.get(), block));
  return named(std::move(set), name);
}

LocalIndex localRows(Mat matrix) {
  PetscInt rows = 0;
  TENON_PETSC(MatGetLocalSize(matrix, &rows, nullptr));
  return base::toLocalIndex(rows, "rows");
}

void copyPart(Vec whole, IS set, Vec part, ScatterMode mode) {
  TENON_PETSC(VecISCopy(whole, set, mode, part));
}

}  // namespace

std::vector<NamedRows> namedStates(const CombinedLayout& layout) {
  std::vector<NamedRows> names;
  for (std::size_t s = 0; s < layout.states().size(); ++s)
    names.push_back({layout.states()[s]->name(), layout.firstOwned(s), layout.numOwnedRows(s), layout.rowsPerNode(s)});
  return names;
}

SaddleMatrix::SaddleMatrix(const CombinedLayout& layout, const BlockMatrix& A, const ConstraintMatrix& G,
                           gsl::span<const double> compliance)
    : SaddleMatrix({A.get(), G.get(), G.transpose(), namedStates(layout), G.groups()}, compliance) {}

SaddleMatrix::SaddleMatrix(const SaddleBlocks& blocks, gsl::span<const double> compliance)
    : comm_(PetscObjectComm(reinterpret_cast<PetscObject>(blocks.A))),
      minus_compliance_(makeDiagonal(comm_, localRows(blocks.G), compliance)) {
  nameIndexSets(blocks);
  const IS sets[2] = {displacement(), multipliers()};
  const Mat parts[4] = {blocks.A, blocks.G_transposed, blocks.G, minus_compliance_.get()};
  TENON_PETSC(MatCreateNest(comm_.mpi(), 2, sets, 2, sets, parts, nest_.out()));
}

void SaddleMatrix::nameIndexSets(const SaddleBlocks& blocks) {
  PetscInt b = 1;
  TENON_PETSC(MatGetBlockSize(blocks.A, &b));
  const LocalIndex num_unknowns = localRows(blocks.A), num_multipliers = localRows(blocks.G);
  const long num_rows = static_cast<long>(num_unknowns) + num_multipliers;
  const PetscInt first = base::toPetscInt(comm_.exclusiveSum(num_rows), "unknowns and multipliers");
  base::toPetscInt(comm_.sum(num_rows), "unknowns and multipliers");
  const PetscInt first_multiplier = first + num_unknowns;
  sets_.emplace("displacement", stride(comm_, num_unknowns, first, b, "displacement"));
  sets_.emplace("multipliers", stride(comm_, num_multipliers, first_multiplier, 1, "multipliers"));
  for (const NamedRows& object : blocks.objects)
    sets_.emplace(object.name,
                  stride(comm_, object.count * b, first + object.first * b, b * object.rows_per_node, object.name));
  for (const NamedRows& group : blocks.groups)
    sets_.emplace(group.name, stride(comm_, group.count, first_multiplier + group.first, 1, group.name));
}

Matrix SaddleMatrix::convertToAij() const {
  Matrix whole;
  TENON_PETSC(MatConvert(get(), MATAIJ, MAT_INITIAL_MATRIX, whole.out()));
  return whole;
}

// Copies a block into the complete matrix. `columns_before[r]` is the number of columns that
// precede the block's columns of rank r in the complete matrix in addition to those of the block.
void SaddleMatrix::copyBlock(Mat block, PetscInt first_row, const std::vector<PetscInt>& columns_before,
                             Mat whole) const {
  const PetscInt* starts = nullptr;
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRangesColumn(block, &starts));
  TENON_PETSC(MatGetOwnershipRange(block, &first, &last));
  const PetscInt* const end = starts + comm_.size() + 1;
  std::vector<PetscInt> columns;
  for (PetscInt r = first; r < last; ++r) {
    const MatrixRow row(block, r);
    columns.clear();
    for (PetscInt k = 0; k < row.size; ++k) {
      const auto rank = std::upper_bound(starts, end, row.columns[k]) - starts - 1;
      columns.push_back(row.columns[k] + columns_before[static_cast<std::size_t>(rank)]);
    }
    const PetscInt at = first_row + r - first;
    TENON_PETSC(MatSetValues(whole, 1, &at, row.size, columns.data(), row.values, INSERT_VALUES));
  }
}

void SaddleMatrix::copyInto(Mat whole) const {
  Mat A = nullptr, G = nullptr, transposed = nullptr;
  PetscInt first = 0;
  const PetscInt *unknowns = nullptr, *multipliers = nullptr;
  TENON_PETSC(MatNestGetSubMat(get(), 0, 0, &A));
  TENON_PETSC(MatNestGetSubMat(get(), 1, 0, &G));
  TENON_PETSC(MatNestGetSubMat(get(), 0, 1, &transposed));
  TENON_PETSC(MatGetOwnershipRange(whole, &first, nullptr));
  TENON_PETSC(MatGetOwnershipRanges(A, &unknowns));
  TENON_PETSC(MatGetOwnershipRanges(G, &multipliers));
  const auto num_ranks = static_cast<std::size_t>(comm_.size()), rank = static_cast<std::size_t>(comm_.rank());
  const std::vector<PetscInt> before_unknowns(multipliers, multipliers + num_ranks);
  const std::vector<PetscInt> before_multipliers(unknowns + 1, unknowns + num_ranks + 1);
  const PetscInt first_multiplier = first + unknowns[rank + 1] - unknowns[rank];
  copyBlock(A, first, before_unknowns, whole);
  copyBlock(transposed, first, before_multipliers, whole);
  copyBlock(G, first_multiplier, before_unknowns, whole);
  copyBlock(lowerRight(), first_multiplier, before_multipliers, whole);
  TENON_PETSC(MatAssemblyBegin(whole, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(whole, MAT_FINAL_ASSEMBLY));
}

void SaddleMatrix::update(gsl::span<const double> compliance) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(lowerRight(), &first, nullptr));
  for (std::size_t r = 0; r < compliance.size(); ++r) {
    const PetscInt row = first + static_cast<PetscInt>(r);
    TENON_PETSC(MatSetValue(lowerRight(), row, row, -compliance[r], INSERT_VALUES));
  }
  TENON_PETSC(MatAssemblyBegin(lowerRight(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(lowerRight(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(get())));
}

Vector SaddleMatrix::makeVector() const {
  PetscInt local = 0;
  TENON_PETSC(MatGetLocalSize(get(), &local, nullptr));
  Vector vector;
  TENON_PETSC(VecCreate(comm_.mpi(), vector.out()));
  TENON_PETSC(VecSetSizes(vector.get(), local, PETSC_DETERMINE));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

void SaddleMatrix::split(Vec whole, Vec displacement_part, Vec multiplier_part) const {
  copyPart(whole, displacement(), displacement_part, SCATTER_REVERSE);
  copyPart(whole, multipliers(), multiplier_part, SCATTER_REVERSE);
}

void SaddleMatrix::join(Vec displacement_part, Vec multiplier_part, Vec whole) const {
  copyPart(whole, displacement(), displacement_part, SCATTER_FORWARD);
  copyPart(whole, multipliers(), multiplier_part, SCATTER_FORWARD);
}

}  // namespace tenon::la

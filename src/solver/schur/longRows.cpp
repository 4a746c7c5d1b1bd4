// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "longRows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "la/arrays.hpp"
#include "la/assembly/AijArrays.hpp"
#include "la/commOf.hpp"
#include "la/vectors.hpp"
#include "solver/preconditioners/isShell.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

constexpr double around_a_node = 4.0, hardly_anything = 0.01, a_quarter = 0.25;
// Neighbours of a node, for matrices without entries to count.
constexpr PetscInt usual_neighbours = 27;

double entriesOf(Mat matrix) {
  PetscInt rows = 0, block = 1;
  TENON_PETSC(MatGetSize(matrix, &rows, nullptr));
  TENON_PETSC(MatGetBlockSize(matrix, &block));
  if (isShell(matrix)) return static_cast<double>(rows) * static_cast<double>(usual_neighbours * block);
  MatInfo info;
  TENON_PETSC(MatGetInfo(matrix, MAT_GLOBAL_SUM, &info));
  return info.nz_used;
}

/// Calls visit(column, value) for each entry of one row.
template <class Visit>
void forEntries(Mat matrix, PetscInt row, Visit&& visit) {
  PetscInt count = 0;
  const PetscInt* columns = nullptr;
  const PetscScalar* values = nullptr;
  TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
  for (PetscInt k = 0; k < count; ++k) visit(columns[k], values[k]);
  TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
}

/// Returns the entries for which keeps(owned row, value) is true.
template <class Keeps>
la::Matrix select(Mat matrix, const Keeps& keeps) {
  PetscInt first = 0, last = 0, first_column = 0, last_column = 0, row_block = 1, column_block = 1;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  TENON_PETSC(MatGetOwnershipRangeColumn(matrix, &first_column, &last_column));
  TENON_PETSC(MatGetBlockSizes(matrix, &row_block, &column_block));
  const auto isOwned = [&](PetscInt column) { return first_column <= column && column < last_column; };
  std::array<std::size_t, 2> sizes{};
  const auto rows = static_cast<std::size_t>(last - first);
  for (std::size_t r = 0; r < rows; ++r)
    forEntries(matrix, first + static_cast<PetscInt>(r), [&](PetscInt column, double value) {
      if (keeps(r, value)) ++sizes[isOwned(column) ? 0 : 1];
    });
  auto inner = std::make_shared<la::AijArrays>(rows, sizes[0]), outer = std::make_shared<la::AijArrays>(rows, sizes[1]);
  std::size_t next_inner = 0, next_outer = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    inner->starts[r] = static_cast<PetscInt>(next_inner), outer->starts[r] = static_cast<PetscInt>(next_outer);
    forEntries(matrix, first + static_cast<PetscInt>(r), [&](PetscInt column, double value) {
      if (!keeps(r, value)) return;
      auto& arrays = isOwned(column) ? *inner : *outer;
      std::size_t& next = isOwned(column) ? next_inner : next_outer;
      arrays.columns[next] = isOwned(column) ? column - first_column : column;
      arrays.values[next++] = value;
    });
  }
  inner->starts[rows] = static_cast<PetscInt>(next_inner), outer->starts[rows] = static_cast<PetscInt>(next_outer);
  return la::makeAij(la::commOf(matrix), last - first, last_column - first_column, static_cast<int>(row_block),
                     static_cast<int>(column_block), std::move(inner), std::move(outer));
}

/// Returns the number of entries in each owned column. @note Collective.
std::vector<PetscInt> columnLengths(Mat matrix) {
  const la::Vector counts = la::makeColumnVector(matrix);
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  for (PetscInt row = first; row < last; ++row)
    forEntries(matrix, row,
               [&](PetscInt column, double) { TENON_PETSC(VecSetValue(counts.get(), column, 1.0, ADD_VALUES)); });
  TENON_PETSC(VecAssemblyBegin(counts.get()));
  TENON_PETSC(VecAssemblyEnd(counts.get()));
  const la::ReadArray entries(counts.get());
  return {entries.begin(), entries.end()};
}

}  // namespace

PetscInt maxAffordableLength(const std::vector<PetscInt>& counts, Mat beside, double share) {
  constexpr std::size_t classes = std::numeric_limits<PetscInt>::digits + 1;  // [2^(k-1), 2^k)
  PetscInt rows = 0;
  TENON_PETSC(MatGetSize(beside, &rows, nullptr));
  const double entries = entriesOf(beside);
  const auto local = static_cast<PetscInt>(around_a_node * entries / std::max(1.0, static_cast<double>(rows)));
  std::vector<double> squares(classes, 0.0);
  for (const PetscInt count : counts)
    if (count > local)
      squares[static_cast<std::size_t>(std::ilogb(static_cast<double>(count)))] +=
          static_cast<double>(count) * static_cast<double>(count);
  la::commOf(beside).sumInPlace<double>(squares);
  PetscInt longest = local;
  double sum = 0.0;
  for (std::size_t k = 0; k < classes; ++k) {
    sum += squares[k];
    if (sum > share * entries) break;
    if (squares[k] > 0.0) longest = static_cast<PetscInt>((std::size_t{2} << k) - 1);
  }
  return longest;
}

std::vector<PetscInt> rowLengths(Mat matrix) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  std::vector<PetscInt> lengths(static_cast<std::size_t>(last - first), 0);
  for (PetscInt row = first; row < last; ++row)
    forEntries(matrix, row, [&](PetscInt, double) { ++lengths[static_cast<std::size_t>(row - first)]; });
  return lengths;
}

la::Matrix keepRows(Mat matrix, const std::vector<char>& rows) {
  if (la::commOf(matrix).all(std::all_of(rows.begin(), rows.end(), [](char kept) { return kept != 0; })))
    return la::Matrix::share(matrix);
  return select(matrix, [&](std::size_t row, double) { return rows[row] != 0; });
}

la::Matrix withoutLongRows(Mat G, Mat beside) {
  const auto affordable = [&](const std::vector<PetscInt>& lengths) {
    const PetscInt longest = maxAffordableLength(lengths, beside, a_quarter);
    std::vector<char> kept;
    for (const PetscInt length : lengths) kept.push_back(length <= longest ? 1 : 0);
    return kept;
  };
  la::Matrix rows = keepRows(G, affordable(rowLengths(G)));
  const std::vector<char> columns = affordable(columnLengths(rows.get()));
  if (la::commOf(G).all(std::all_of(columns.begin(), columns.end(), [](char kept) { return kept != 0; }))) return rows;
  la::Matrix kept;
  const la::Vector share = la::makeColumnVector(G);
  la::setEntries(share.get(), std::vector<double>(columns.begin(), columns.end()));
  TENON_PETSC(MatDuplicate(rows.get(), MAT_COPY_VALUES, kept.out()));
  TENON_PETSC(MatDiagonalScale(kept.get(), nullptr, share.get()));
  return select(kept.get(), [](std::size_t, double value) { return value != 0.0; });
}

std::vector<Augments> augmentations(Mat G, Mat beside) {
  const base::Communicator comm = la::commOf(G);
  const std::vector<PetscInt> lengths = rowLengths(G);
  PetscInt longest = 0;
  const auto isLong = [&](PetscInt length) { return length > longest; };
  long mine = 0;
  for (const double share : {hardly_anything, a_quarter}) {
    longest = maxAffordableLength(lengths, beside, share);
    mine = static_cast<long>(std::count_if(lengths.begin(), lengths.end(), isLong));
    if (comm.sum(mine) <= most_long_rows) break;
  }
  long next = comm.exclusiveSum(mine);
  std::vector<Augments> rows;
  for (const PetscInt length : lengths)
    rows.push_back(!isLong(length)           ? Augments::entries
                   : next++ < most_long_rows ? Augments::product
                                             : Augments::nothing);
  return rows;
}

}  // namespace tenon::solver

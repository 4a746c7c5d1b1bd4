// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "sumOfAij.hpp"

// Declares PetscObjectStateIncrease, which is documented as public.
#include <petsc/private/petscimpl.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "la/AijParts.hpp"
#include "la/SequentialRows.hpp"
#include "la/assembly/AijArrays.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

/// Rows of a sequential matrix.
/// @param columns  numbers of the columns in the sum; nullptr: their own numbers
class Rows {
 public:
  Rows(Mat matrix, const PetscInt* columns) : rows_(matrix), names_(columns) {}

  PetscInt count() const { return rows_.count; }
  PetscInt begin(PetscInt row) const { return rows_.starts[row]; }
  PetscInt end(PetscInt row) const { return rows_.starts[row + 1]; }
  PetscInt column(PetscInt k) const { return names_ != nullptr ? names_[rows_.columns[k]] : rows_.columns[k]; }
  double value(PetscInt k) const { return rows_.values[k]; }

 private:
  la::SequentialRows rows_;
  const PetscInt* names_;
};

/// Calls put(column, value) for one row of the sum, in the order of columns.
template <class Put>
void mergeRow(const Rows& a, const Rows& b, PetscInt row, Put&& put) {
  PetscInt i = a.begin(row), j = b.begin(row);
  const PetscInt end_i = a.end(row), end_j = b.end(row);
  while (i < end_i && j < end_j) {
    const PetscInt column_i = a.column(i), column_j = b.column(j);
    const double value = (column_i <= column_j ? a.value(i) : 0.0) + (column_j <= column_i ? b.value(j) : 0.0);
    put(std::min(column_i, column_j), value);
    if (column_i <= column_j) ++i;
    if (column_j <= column_i) ++j;
  }
  for (; i < end_i; ++i) put(a.column(i), a.value(i));
  for (; j < end_j; ++j) put(b.column(j), b.value(j));
}

std::shared_ptr<la::AijArrays> merge(const Rows& a, const Rows& b) {
  std::size_t size = 0;
  for (PetscInt row = 0; row < a.count(); ++row) {
    if (b.begin(row) == b.end(row))
      size += static_cast<std::size_t>(a.end(row) - a.begin(row));
    else
      mergeRow(a, b, row, [&](PetscInt, double) { ++size; });
  }
  auto sum = std::make_shared<la::AijArrays>(static_cast<std::size_t>(a.count()), size);
  PetscInt* columns = sum->columns.data();
  double* values = sum->values.data();
  std::size_t next = 0;
  for (PetscInt row = 0; row < a.count(); ++row) {
    mergeRow(a, b, row, [&](PetscInt column, double value) {
      columns[next] = column;
      values[next++] = value;
    });
    sum->starts[static_cast<std::size_t>(row) + 1] = static_cast<PetscInt>(next);
  }
  return sum;
}

/// Computes the values of a merged matrix in their order.
void mergeValues(const Rows& a, const Rows& b, Mat sum) {
  PetscScalar* values = nullptr;
  TENON_PETSC(MatSeqAIJGetArray(sum, &values));
  PetscScalar* next = values;
  for (PetscInt row = 0; row < a.count(); ++row) mergeRow(a, b, row, [&](PetscInt, double value) { *next++ = value; });
  TENON_PETSC(MatSeqAIJRestoreArray(sum, &values));
}

}  // namespace

void updateSumOfAij(Mat a, Mat b, Mat sum) {
  const la::AijParts of_a(a), of_b(b), of_sum(sum);
  mergeValues(Rows(of_a.inner, nullptr), Rows(of_b.inner, nullptr), of_sum.inner);
  if (of_sum.outer == nullptr) return;
  mergeValues(Rows(of_a.outer, of_a.names.data()), Rows(of_b.outer, of_b.names.data()), of_sum.outer);
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(sum)));
}

la::Matrix sumOfAij(Mat a, Mat b) {
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(a)));
  const la::AijParts of_a(a), of_b(b);
  PetscInt rows = 0, columns = 0, row_block = 1, column_block = 1;
  TENON_PETSC(MatGetLocalSize(a, &rows, &columns));
  TENON_PETSC(MatGetBlockSizes(a, &row_block, &column_block));
  auto diagonal = merge(Rows(of_a.inner, nullptr), Rows(of_b.inner, nullptr));
  std::shared_ptr<la::AijArrays> off_diagonal;
  if (of_a.outer != nullptr)
    off_diagonal = merge(Rows(of_a.outer, of_a.names.data()), Rows(of_b.outer, of_b.names.data()));
  return la::makeAij(comm, rows, columns, static_cast<int>(row_block), static_cast<int>(column_block),
                     std::move(diagonal), std::move(off_diagonal));
}

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/EntrywiseProducts.hpp"

#include <algorithm>

#include "la/AijParts.hpp"
#include "la/SequentialRows.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"

namespace tenon::la {

EntrywiseProducts::EntrywiseProducts(Mat matrix, EntryFunction function)
    : matrix_(Matrix::share(matrix)), function_(function) {
  const AijParts parts(matrix);
  if (parts.outer == nullptr) return;
  const auto count = static_cast<PetscInt>(parts.names.size());
  IndexSet columns;
  VecScatter exchange = nullptr;
  TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, count, ghosts_.out()));
  TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, count, parts.names.data(), PETSC_COPY_VALUES, columns.out()));
  TENON_PETSC(VecScatterCreate(makeColumnVector(matrix).get(), columns.get(), ghosts_.get(), nullptr, &exchange));
  exchange_.reset(exchange);
}

void EntrywiseProducts::addProduct(Mat part, const double* x, double* y) const {
  const SequentialRows rows(part);
  for (PetscInt row = 0; row < rows.count; ++row) {
    double sum = 0.0;
    for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k) sum += of(rows.values[k]) * x[rows.columns[k]];
    y[row] += sum;
  }
}

void EntrywiseProducts::addTransposedProduct(Mat part, const double* x, double* y) const {
  const SequentialRows rows(part);
  for (PetscInt row = 0; row < rows.count; ++row)
    for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k)
      y[rows.columns[k]] += of(rows.values[k]) * x[row];
}

void EntrywiseProducts::multiply(Vec x, Vec y) const {
  const AijParts parts(matrix_.get());
  TENON_PETSC(VecZeroEntries(y));
  addProduct(parts.inner, ReadArray(x).begin(), WriteArray(y).begin());
  if (parts.outer == nullptr) return;
  TENON_PETSC(VecScatterBegin(exchange_.get(), x, ghosts_.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterEnd(exchange_.get(), x, ghosts_.get(), INSERT_VALUES, SCATTER_FORWARD));
  addProduct(parts.outer, ReadArray(ghosts_.get()).begin(), WriteArray(y).begin());
}

void EntrywiseProducts::multiplyTransposed(Vec x, Vec y) const {
  const AijParts parts(matrix_.get());
  TENON_PETSC(VecZeroEntries(y));
  addTransposedProduct(parts.inner, ReadArray(x).begin(), WriteArray(y).begin());
  if (parts.outer == nullptr) return;
  TENON_PETSC(VecZeroEntries(ghosts_.get()));
  addTransposedProduct(parts.outer, ReadArray(x).begin(), WriteArray(ghosts_.get()).begin());
  TENON_PETSC(VecScatterBegin(exchange_.get(), ghosts_.get(), y, ADD_VALUES, SCATTER_REVERSE));
  TENON_PETSC(VecScatterEnd(exchange_.get(), ghosts_.get(), y, ADD_VALUES, SCATTER_REVERSE));
}

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SharedColumns.hpp"

#include <algorithm>
#include <limits>

#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Index.hpp"

namespace tenon::system {

SharedColumns::SharedColumns(Mat G, const WeightedRows& rows) {
  std::vector<PetscInt> columns;
  for (const RowEntry& entry : rows.entries) columns.push_back(entry.column);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  size_ = columns.size();
  for (const RowEntry& entry : rows.entries)
    places_.push_back(
        static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end(), entry.column) - columns.begin()));
  la::IndexSet set;
  const auto count = base::toPetscInt(static_cast<long>(size_), "columns");
  all_ = la::makeColumnVector(G);
  TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, count, mine_.out()));
  TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, count, columns.data(), PETSC_USE_POINTER, set.out()));
  TENON_PETSC(VecScatterCreate(all_.get(), set.get(), mine_.get(), nullptr, &scatter_));
}

void SharedColumns::lowest(std::vector<double>& numbers) const {
  agree(numbers, MIN_VALUES, std::numeric_limits<double>::max());
}

void SharedColumns::agree(std::vector<double>& numbers, InsertMode mode, double start) const {
  la::setEntries(mine_.get(), numbers);
  TENON_PETSC(VecSet(all_.get(), start));
  TENON_PETSC(VecScatterBegin(scatter_, mine_.get(), all_.get(), mode, SCATTER_REVERSE));
  TENON_PETSC(VecScatterEnd(scatter_, mine_.get(), all_.get(), mode, SCATTER_REVERSE));
  TENON_PETSC(VecScatterBegin(scatter_, all_.get(), mine_.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterEnd(scatter_, all_.get(), mine_.get(), INSERT_VALUES, SCATTER_FORWARD));
  numbers = la::entriesOf(mine_.get());
}

}  // namespace tenon::system

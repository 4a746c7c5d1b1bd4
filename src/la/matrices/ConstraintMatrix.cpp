// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/ConstraintMatrix.hpp"

#include <fmt/format.h>
#include <petsc/private/petscimpl.h>  // PetscObjectStateIncrease, documented as public, is declared here

#include <algorithm>
#include <cmath>

#include "la/AijParts.hpp"
#include "la/SequentialRows.hpp"
#include "la/assembly/AijArrays.hpp"
#include "la/vectors.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

LocalIndex countRows(const std::vector<NamedRows>& groups) {
  LocalIndex next = 0;
  for (const auto& group : groups) {
    base::ensure(group.first == next,
                 "The multipliers of constraint \"" + group.name + "\" are not numbered consecutively.");
    next += group.count;
  }
  return next;
}

void checkEntries(const CombinedLayout& layout, LocalIndex num_rows, const std::vector<ConstraintEntry>& entries) {
  const PetscInt num_columns = layout.layout().numGlobal() * layout.block();
  for (const auto& entry : entries)
    if (entry.row < 0 || entry.row >= num_rows || entry.column.value() < 0 || entry.column.value() >= num_columns)
      throw base::InternalError(fmt::format("A constraint entry (row {}, degree of freedom {}) lies outside G.",
                                            entry.row, entry.column.value()));
}

// Returns the entries sorted by row and column. Entries at the same position are added in the given
// order.
std::vector<ConstraintEntry> sortedAndMerged(const std::vector<ConstraintEntry>& entries, LocalIndex num_rows) {
  std::vector<std::size_t> ends(static_cast<std::size_t>(num_rows) + 1, 0);
  for (const auto& entry : entries) ++ends[static_cast<std::size_t>(entry.row) + 1];
  for (std::size_t r = 1; r < ends.size(); ++r) ends[r] += ends[r - 1];
  std::vector<ConstraintEntry> sorted(entries.size(), ConstraintEntry{0, GlobalIndex(0), 0.0});
  for (const auto& entry : entries) sorted[ends[static_cast<std::size_t>(entry.row)]++] = entry;
  auto begin = sorted.begin(), next = begin;  // next: end of the merged entries
  for (LocalIndex r = 0; r < num_rows; ++r) {
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(ends[static_cast<std::size_t>(r)]);
    std::stable_sort(begin, end,
                     [](const ConstraintEntry& a, const ConstraintEntry& b) { return a.column < b.column; });
    const auto first_of_row = next;
    for (; begin != end; ++begin)
      if (next != first_of_row && (next - 1)->column == begin->column)
        (next - 1)->value += begin->value;
      else
        *next++ = *begin;
  }
  sorted.erase(next, sorted.end());
  return sorted;
}

// Returns the entries whose columns are owned, with first_column subtracted, or the other entries.
std::shared_ptr<AijArrays> compress(const std::vector<ConstraintEntry>& entries, LocalIndex num_rows,
                                    PetscInt first_column, PetscInt last_column, bool want_owned) {
  const auto wanted = [&](const ConstraintEntry& entry) {
    return (first_column <= entry.column.value() && entry.column.value() < last_column) == want_owned;
  };
  const auto count = static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), wanted));
  auto arrays = std::make_shared<AijArrays>(static_cast<std::size_t>(num_rows), count);
  std::fill_n(arrays->starts.data(), num_rows + 1, 0);
  std::size_t next = 0;
  for (const auto& entry : entries) {
    if (!wanted(entry)) continue;
    ++arrays->starts[static_cast<std::size_t>(entry.row) + 1];
    arrays->columns[next] = entry.column.value() - (want_owned ? first_column : 0);
    arrays->values[next++] = entry.value;
  }
  for (std::size_t r = 0; r < static_cast<std::size_t>(num_rows); ++r) arrays->starts[r + 1] += arrays->starts[r];
  return arrays;
}

/// Returns the position of an entry in a sequential part; -1 if it is not stored.
std::ptrdiff_t findEntry(const SequentialRows& rows, LocalIndex row, PetscInt column) {
  const PetscInt *const begin = rows.columns + rows.starts[row], *const end = rows.columns + rows.starts[row + 1];
  const PetscInt* const found = std::lower_bound(begin, end, column);
  return found != end && *found == column ? found - rows.columns : -1;
}

PetscScalar* valuesOf(Mat sequential) {
  PetscScalar* values = nullptr;
  if (sequential != nullptr) TENON_PETSC(MatSeqAIJGetArray(sequential, &values));
  return values;
}

}  // namespace

void setColumnWeights(Mat matrix, Vec column_weights, Matrix& weights) {
  if (!weights) TENON_PETSC(MatDuplicate(matrix, MAT_DO_NOT_COPY_VALUES, weights.out()));
  const AijParts parts(weights.get());
  for (Mat part : {parts.inner, parts.outer}) {
    if (part == nullptr) continue;
    PetscScalar* values = valuesOf(part);
    std::fill_n(values, SequentialRows(part).numEntries(), 1.0);
    TENON_PETSC(MatSeqAIJRestoreArray(part, &values));
  }
  TENON_PETSC(MatDiagonalScale(weights.get(), nullptr, column_weights));
}

// Distant nodes need not be ghosts of the layout; their owners are queried.
std::vector<ConstraintEntry> freeEntries(const CombinedLayout& layout, const std::vector<ConstraintEntry>& entries,
                                         gsl::span<const char> constrained) {
  if (!layout.comm().any(!constrained.empty())) return entries;
  const int b = layout.block();
  const PetscInt first = layout.layout().firstOwned().value() * b;
  const auto owned = static_cast<std::size_t>(layout.layout().numOwned()) * static_cast<std::size_t>(b);
  const auto isOwned = [&](PetscInt column) {
    return column >= first && static_cast<std::size_t>(column - first) < owned;
  };
  std::vector<GlobalIndex> nodes;
  for (const auto& entry : entries)
    if (!isOwned(entry.column.value())) nodes.emplace_back(entry.column.value() / b);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::vector<char> far(nodes.size() * static_cast<std::size_t>(b));
  Halo(layout.layout(), nodes).forward(constrained.first(owned), gsl::span<char>(far), b);
  const auto isHeld = [&](PetscInt column) {
    if (isOwned(column)) return constrained[static_cast<std::size_t>(column - first)] != 0;
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), GlobalIndex(column / b)) - nodes.begin();
    return far[static_cast<std::size_t>(place * b + column % b)] != 0;
  };
  std::vector<ConstraintEntry> kept;
  kept.reserve(entries.size());
  for (const auto& entry : entries)
    if (!isHeld(entry.column.value())) kept.push_back(entry);
  return kept;
}

ConstraintMatrix::ConstraintMatrix(const CombinedLayout& layout, std::vector<NamedRows> groups,
                                   const std::vector<ConstraintEntry>& entries, gsl::span<const char> constrained)
    : comm_(layout.comm()), groups_(std::move(groups)), num_rows_(0), num_global_rows_(0) {
  base::runCollectively(comm_, [&] {
    num_rows_ = countRows(groups_);
    checkEntries(layout, num_rows_, entries);
  });
  num_global_rows_ = base::toPetscInt(comm_.sum(static_cast<long>(num_rows_)), "multipliers");
  const std::vector<ConstraintEntry> kept = sortedAndMerged(freeEntries(layout, entries, constrained), num_rows_);
  const int b = layout.block();
  const PetscInt num_columns = static_cast<PetscInt>(layout.layout().numOwned()) * b;
  const PetscInt first = layout.layout().firstOwned().value() * b;
  matrix_ = makeAij(comm_, num_rows_, num_columns, 1, b, compress(kept, num_rows_, first, first + num_columns, true),
                    compress(kept, num_rows_, first, first + num_columns, false));
}

// Positions in the outer part follow the positions in the inner part.
ConstraintMatrix::EntryPositions ConstraintMatrix::positionsOf(const std::vector<ConstraintEntry>& entries) const {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRangeColumn(get(), &first, &last));
  const AijParts parts(get());
  const SequentialRows inner(parts.inner), outer(parts.outer);
  EntryPositions positions;
  std::vector<char> is_taken(static_cast<std::size_t>(inner.numEntries() + outer.numEntries()), 0);
  const auto take = [&](std::ptrdiff_t place) {
    positions.of_entries.push_back(place);
    if (place < 0) return;
    char& taken = is_taken[static_cast<std::size_t>(place)];
    positions.are_distinct = positions.are_distinct && taken == 0;
    taken = 1;
  };
  for (const ConstraintEntry& entry : entries) {
    const PetscInt column = entry.column.value();
    if (first <= column && column < last) {
      take(findEntry(inner, entry.row, column - first));
      continue;
    }
    const auto name = std::lower_bound(parts.names.begin(), parts.names.end(), column);
    std::ptrdiff_t place = -1;
    if (name != parts.names.end() && *name == column)
      place = findEntry(outer, entry.row, static_cast<PetscInt>(name - parts.names.begin()));
    take(place < 0 ? -1 : inner.numEntries() + place);
  }
  return positions;
}

void ConstraintMatrix::updateValues(const EntryPositions& positions, gsl::span<const double> values, double factor) {
  const std::size_t count = positions.of_entries.size();
  base::ensure(count == values.size(), "Updated entries of G are outside its pattern.");
  const AijParts parts(get());
  const std::ptrdiff_t num_inner = SequentialRows(parts.inner).numEntries();
  PetscScalar *inner = valuesOf(parts.inner), *outer = valuesOf(parts.outer);
  const auto at = [&](std::ptrdiff_t place) -> PetscScalar& {
    return place < num_inner ? inner[place] : outer[place - num_inner];
  };
  const std::ptrdiff_t* const place = positions.of_entries.data();
  const double* const value = values.data();
  if (positions.are_distinct) {
    for (std::size_t i = 0; i < count; ++i)
      if (place[i] >= 0) at(place[i]) = factor * value[i];
  } else {
    for (std::size_t i = 0; i < count; ++i)
      if (place[i] >= 0) at(place[i]) = 0.0;
    for (std::size_t i = 0; i < count; ++i)
      if (place[i] >= 0) at(place[i]) += factor * value[i];
  }
  TENON_PETSC(MatSeqAIJRestoreArray(parts.inner, &inner));
  if (parts.outer != nullptr) TENON_PETSC(MatSeqAIJRestoreArray(parts.outer, &outer));
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(get())));
}

std::vector<double> ConstraintMatrix::rowNorms(Vec weights) const {
  if (weights != nullptr && !weights_) setColumnWeights(get(), weights, weights_);
  std::vector<double> squares(static_cast<std::size_t>(num_rows_), 0.0);
  const AijParts parts(get()), weighted(weights_ ? weights_.get() : get());
  for (const auto& [part, of_part] : {std::pair(parts.inner, weighted.inner), std::pair(parts.outer, weighted.outer)}) {
    if (part == nullptr) continue;
    const SequentialRows rows(part), weight(of_part);
    for (PetscInt row = 0; row < rows.count; ++row)
      for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k) {
        const double value = weights_ ? rows.values[k] * weight.values[k] : rows.values[k];
        squares[static_cast<std::size_t>(row)] += value * value;
      }
  }
  for (double& square : squares) square = std::sqrt(square);
  return squares;
}

Mat ConstraintMatrix::transpose() const {
  if (!transpose_) TENON_PETSC(MatTranspose(get(), MAT_INITIAL_MATRIX, transpose_.out()));
  return transpose_.get();
}

Vector ConstraintMatrix::makeVector() const {
  return makeRowVector(get());
}

IndexSet ConstraintMatrix::multiplierIndexSet(std::size_t group) const {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(get(), &first, nullptr));
  IndexSet set;
  TENON_PETSC(ISCreateStride(comm_.mpi(), groups_[group].count, first + groups_[group].first, 1, set.out()));
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), groups_[group].name.c_str()));
  return set;
}

}  // namespace tenon::la

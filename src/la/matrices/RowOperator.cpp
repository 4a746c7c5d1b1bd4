// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/RowOperator.hpp"

#include <petsc/private/petscimpl.h>  // declares PetscObjectStateIncrease, which is documented as public

#include <algorithm>
#include <iterator>
#include <utility>

#include "la/AijParts.hpp"
#include "la/SequentialRows.hpp"
#include "la/arrays.hpp"
#include "la/assembly/AijArrays.hpp"
#include "la/commOf.hpp"

namespace tenon::la {
namespace {

PetscObjectState stateOf(Mat matrix) {
  PetscObjectState state = 0;
  TENON_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(matrix), &state));
  return state;
}

PetscObjectState patternOf(Mat matrix) {
  PetscObjectState state = 0;
  TENON_PETSC(MatGetNonzeroState(matrix, &state));
  return state;
}

/// Returns the pattern of rows, united with that of the next row where `has_next` is true.
std::shared_ptr<AijArrays> unitedPattern(const SequentialRows& rows, gsl::span<const PetscInt> names,
                                         gsl::span<const char> has_next) {
  std::vector<PetscInt> starts{0}, columns;
  for (PetscInt r = 0; r < rows.count; ++r) {
    const PetscInt *const begin = rows.columns + rows.starts[r], *const end = rows.columns + rows.starts[r + 1];
    const PetscInt* const end_of_next =
        has_next[static_cast<std::size_t>(r)] != 0 ? rows.columns + rows.starts[r + 2] : end;
    std::set_union(begin, end, end, end_of_next, std::back_inserter(columns));
    starts.push_back(static_cast<PetscInt>(columns.size()));
  }
  auto arrays = std::make_shared<AijArrays>(starts.size() - 1, columns.size());
  std::copy(starts.begin(), starts.end(), arrays->starts.data());
  std::transform(columns.begin(), columns.end(), arrays->columns.data(),
                 [&](PetscInt column) { return names.empty() ? column : names[static_cast<std::size_t>(column)]; });
  return arrays;
}

Matrix united(Mat G, gsl::span<const char> has_next) {
  const AijParts parts(G);
  const SequentialRows inner(parts.inner), outer(parts.outer);
  PetscInt rows = 0, columns = 0, row_block = 1, column_block = 1;
  TENON_PETSC(MatGetLocalSize(G, &rows, &columns));
  TENON_PETSC(MatGetBlockSizes(G, &row_block, &column_block));
  std::vector<char> flags(has_next.begin(), has_next.end());
  flags.resize(static_cast<std::size_t>(rows), 0);
  if (!flags.empty()) flags.back() = 0;
  auto of_outer = parts.outer == nullptr ? nullptr : unitedPattern(outer, parts.names, flags);
  return makeAij(commOf(G), rows, columns, static_cast<int>(row_block), static_cast<int>(column_block),
                 unitedPattern(inner, {}, flags), std::move(of_outer));
}

/// Returns the number that each column of the outer part of G has in that of S G, which has no
/// columns without entries.
std::vector<PetscInt> renumbered(gsl::span<const PetscInt> names, gsl::span<const PetscInt> names_of_product) {
  std::vector<PetscInt> numbers;
  for (const PetscInt name : names)
    numbers.push_back(static_cast<PetscInt>(std::lower_bound(names_of_product.begin(), names_of_product.end(), name) -
                                            names_of_product.begin()));
  return numbers;
}

/// Computes the values of one sequential part of S G. The pattern of each row of S G contains those
/// of the rows that it combines.
/// @param numbers  number of each column of G in S G; empty if the columns are the same
void combine(Mat of_G, const RowCombination& S, const std::vector<PetscInt>& numbers, Mat of_product) {
  const SequentialRows from(of_G), to(of_product);
  PetscScalar* values = nullptr;
  TENON_PETSC(MatSeqAIJGetArray(of_product, &values));
  std::fill_n(values, to.numEntries(), 0.0);
  const auto add = [&](PetscInt row, PetscInt source, double factor) {
    PetscInt place = to.starts[row];
    for (PetscInt k = from.starts[source]; k < from.starts[source + 1]; ++k, ++place) {
      const PetscInt column = from.columns[k];
      while (to.columns[place] != (numbers.empty() ? column : numbers[static_cast<std::size_t>(column)])) ++place;
      values[place] += factor * from.values[k];
    }
  };
  for (PetscInt row = 0; row < from.count; ++row) {
    const auto r = static_cast<std::size_t>(row);
    if (S.own[r] != 0.0) add(row, row, S.own[r]);
    if (!S.next.empty() && S.next[r] != 0.0) add(row, row + 1, S.next[r]);
  }
  TENON_PETSC(MatSeqAIJRestoreArray(of_product, &values));
}

}  // namespace

void RowCombination::apply(Vec rows) const {
  WriteArray values(rows);
  for (std::size_t i = 0; i < own.size(); ++i) {
    double& row = values.begin()[i];
    row = own[i] != 0.0 ? own[i] * row : 0.0;
    if (!next.empty() && next[i] != 0.0) row += next[i] * values.begin()[i + 1];
  }
}

void RowCombination::applyTransposed(Vec multipliers) const {
  WriteArray values(multipliers);
  for (std::size_t i = own.size(); i-- > 0;) {
    double& row = values.begin()[i];
    if (!next.empty() && next[i] != 0.0) values.begin()[i + 1] += next[i] * row;
    row = own[i] != 0.0 ? own[i] * row : 0.0;
  }
}

RowOperator::RowOperator(Mat G, gsl::span<const char> has_next) : source_(Matrix::share(G)), pattern_(patternOf(G)) {
  if (commOf(G).any(std::any_of(has_next.begin(), has_next.end(), [](char flag) { return flag != 0; })))
    matrix_ = united(G, has_next);
  else
    TENON_PETSC(MatDuplicate(G, MAT_DO_NOT_COPY_VALUES, matrix_.out()));
}

bool RowOperator::belongsTo(Mat G) const {
  return G == source_.get() && patternOf(G) == pattern_;
}

void RowOperator::update(RowCombination S) {
  const PetscObjectState values = stateOf(source_.get());
  if (commOf(source_.get()).all(values == values_ && S == S_)) return;
  const AijParts from(source_.get()), to(matrix_.get());
  PetscInt rows = 0;
  TENON_PETSC(MatGetLocalSize(source_.get(), &rows, nullptr));
  const auto count = static_cast<std::size_t>(rows);
  base::ensure(S.own.size() == count && (S.next.empty() || S.next.size() == count),
               "A combination of rows does not have one factor per row.");
  S_ = std::move(S), values_ = values;
  combine(from.inner, S_, {}, to.inner);
  if (from.outer != nullptr) combine(from.outer, S_, renumbered(from.names, to.names), to.outer);
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(matrix_.get())));
  is_transpose_current_ = false;
}

Mat RowOperator::transpose() const {
  if (std::exchange(is_transpose_current_, true)) return transpose_.get();
  Mat same = transpose_.get();
  if (transpose_)
    TENON_PETSC(MatTranspose(get(), MAT_REUSE_MATRIX, &same));
  else
    TENON_PETSC(MatTranspose(get(), MAT_INITIAL_MATRIX, transpose_.out()));
  return transpose_.get();
}

}  // namespace tenon::la

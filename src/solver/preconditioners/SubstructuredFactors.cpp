// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SubstructuredFactors.hpp"

#include <algorithm>
#include <cmath>

#include "la/SequentialRows.hpp"
#include "la/arrays.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

bool isOfType(Mat matrix, const char* type) {
  PetscBool same = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), type, &same));
  return same == PETSC_TRUE;
}

/// Calls visit(row, column, index of the value) for all entries of a sequential AIJ matrix.
template <class Visit>
void forEachEntryOf(Mat sequential, Visit&& visit) {
  const la::SequentialRows rows(sequential);
  for (PetscInt row = 0; row < rows.count; ++row)
    for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k)
      visit(row, rows.columns[k], static_cast<std::ptrdiff_t>(k));
}

double numEntries(Mat matrix) {
  MatInfo info;
  TENON_PETSC(MatGetInfo(matrix, MAT_LOCAL, &info));
  return info.nz_used;
}

}  // namespace

std::unique_ptr<SubstructuredFactors> SubstructuredFactors::of(Mat matrix) {
  if (!isOfType(matrix, MATSEQAIJ) && !isOfType(matrix, MATMPIAIJ)) return nullptr;
  std::unique_ptr<SubstructuredFactors> factors(new SubstructuredFactors(matrix));
  if (static_cast<std::int64_t>(factors->all_borders_.size()) > most_borders) return nullptr;
  if (!factors->comm_.all(factors->analyse())) return nullptr;
  return factors;
}

SubstructuredFactors::SubstructuredFactors(Mat matrix)
    : comm_(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))),
      matrix_(la::Matrix::share(matrix)),
      diagonal_(matrix) {
  if (isOfType(matrix, MATMPIAIJ))
    TENON_PETSC(MatMPIAIJGetSeqAIJ(matrix, &diagonal_, &off_diagonal_, &off_diagonal_columns_));
  number(findBorders());
}

// Marks rows with entries in columns of other ranks, and rows in whose columns other ranks have
// entries.
std::vector<char> SubstructuredFactors::findBorders() const {
  PetscInt rows = 0, far_columns = 0;
  TENON_PETSC(MatGetLocalSize(matrix_.get(), &rows, nullptr));
  std::vector<char> is_border(static_cast<std::size_t>(rows), 0);
  if (off_diagonal_ == nullptr) return is_border;
  forEachEntryOf(off_diagonal_,
                 [&](PetscInt row, PetscInt, std::ptrdiff_t) { is_border[static_cast<std::size_t>(row)] = 1; });
  TENON_PETSC(MatGetSize(off_diagonal_, nullptr, &far_columns));
  const PetscInt* ranges = nullptr;
  TENON_PETSC(MatGetOwnershipRanges(matrix_.get(), &ranges));
  std::vector<std::vector<PetscInt>> asked(static_cast<std::size_t>(comm_.size()));
  for (PetscInt k = 0; k < far_columns; ++k) {
    const auto owner = std::upper_bound(ranges, ranges + comm_.size() + 1, off_diagonal_columns_[k]) - ranges - 1;
    asked[static_cast<std::size_t>(owner)].push_back(off_diagonal_columns_[k] - ranges[owner]);
  }
  for (const auto& of_rank : comm_.exchange(asked))
    for (const PetscInt row : of_rank) is_border[static_cast<std::size_t>(row)] = 1;
  return is_border;
}

void SubstructuredFactors::number(const std::vector<char>& is_border) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix_.get(), &first, nullptr));
  std::vector<PetscInt> names;
  for (std::size_t row = 0; row < is_border.size(); ++row) {
    auto& of_kind = is_border[row] != 0 ? borders_ : inside_;
    place_.push_back(static_cast<PetscInt>(of_kind.size()));
    of_kind.push_back(static_cast<PetscInt>(row));
    if (is_border[row] != 0) names.push_back(first + static_cast<PetscInt>(row));
  }
  if (comm_.sum(static_cast<std::int64_t>(names.size())) > most_borders) {
    all_borders_.resize(most_borders + 1);  // There are too many to gather them.
    return;
  }
  all_borders_ = comm_.gatherAll(names);
  first_border_ =
      static_cast<PetscInt>(std::lower_bound(all_borders_.begin(), all_borders_.end(), first) - all_borders_.begin());
  listCouplings();
}

void SubstructuredFactors::listCouplings() {
  if (borders_.empty()) return;
  std::vector<char> is_border(place_.size(), 0);
  for (const PetscInt row : borders_) is_border[static_cast<std::size_t>(row)] = 1;
  const auto placeOf = [&](PetscInt row) { return place_[static_cast<std::size_t>(row)]; };
  forEachEntryOf(diagonal_, [&](PetscInt row, PetscInt column, std::ptrdiff_t place) {
    const bool of_border = is_border[static_cast<std::size_t>(row)] != 0;
    const bool by_border = is_border[static_cast<std::size_t>(column)] != 0;
    if (of_border && by_border)
      border_entries_.push_back({placeOf(row), first_border_ + placeOf(column), place, false});
    else if (of_border)
      border_by_inside_.push_back({placeOf(row), placeOf(column), place});
    else if (by_border)
      inside_by_border_.push_back({placeOf(column), placeOf(row), place});
  });
  forEachEntryOf(off_diagonal_, [&](PetscInt row, PetscInt column, std::ptrdiff_t place) {
    const auto name = std::lower_bound(all_borders_.begin(), all_borders_.end(), off_diagonal_columns_[column]);
    border_entries_.push_back({placeOf(row), static_cast<PetscInt>(name - all_borders_.begin()), place, true});
  });
  std::stable_sort(inside_by_border_.begin(), inside_by_border_.end(),
                   [](const Coupling& a, const Coupling& b) { return a.border < b.border; });
}

// Performs the symbolic phase. Elimination of rows with the fewest neighbours first factors trees
// without fill.
bool SubstructuredFactors::analyse() {
  if (inside_.empty()) return true;
  TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, numInside(), inside_.data(), PETSC_COPY_VALUES, inside_rows_.out()));
  if (borders_.empty())
    inside_matrix_ = la::Matrix::share(diagonal_);
  else
    TENON_PETSC(MatCreateSubMatrix(diagonal_, inside_rows_.get(), inside_rows_.get(), MAT_INITIAL_MATRIX,
                                   inside_matrix_.out()));
  la::IndexSet rows, columns;
  MatFactorInfo info;
  TENON_PETSC(MatFactorInfoInitialize(&info));
  info.fill = most_fill;
  TENON_PETSC(MatGetOrdering(inside_matrix_.get(), MATORDERINGQMD, rows.out(), columns.out()));
  TENON_PETSC(MatGetFactor(inside_matrix_.get(), MATSOLVERPETSC, MAT_FACTOR_LU, factors_.out()));
  TENON_PETSC(MatLUFactorSymbolic(factors_.get(), inside_matrix_.get(), rows.get(), columns.get(), &info));
  TENON_PETSC(MatCreateVecs(inside_matrix_.get(), right_side_.out(), work_.out()));
  return numEntries(factors_.get()) <= most_fill * numEntries(inside_matrix_.get());
}

bool SubstructuredFactors::factor() {
  if (!comm_.all(inside_.empty() || factorInside())) return false;
  if (all_borders_.empty()) return true;
  const PetscScalar *near = nullptr, *far = nullptr;
  TENON_PETSC(MatSeqAIJGetArrayRead(diagonal_, &near));
  if (off_diagonal_ != nullptr) TENON_PETSC(MatSeqAIJGetArrayRead(off_diagonal_, &far));
  formBorderMatrix(near, far);
  TENON_PETSC(MatSeqAIJRestoreArrayRead(diagonal_, &near));
  if (off_diagonal_ != nullptr) TENON_PETSC(MatSeqAIJRestoreArrayRead(off_diagonal_, &far));
  return border_factors_.isRegular();
}

bool SubstructuredFactors::factorInside() {
  Mat inside = inside_matrix_.get();
  if (!borders_.empty())
    TENON_PETSC(MatCreateSubMatrix(diagonal_, inside_rows_.get(), inside_rows_.get(), MAT_REUSE_MATRIX, &inside));
  MatFactorInfo info;
  MatFactorError error = MAT_FACTOR_NOERROR;
  TENON_PETSC(MatFactorInfoInitialize(&info));
  info.shifttype = static_cast<PetscReal>(MAT_SHIFT_NONE);
  TENON_PETSC(MatLUFactorNumeric(factors_.get(), inside, &info));
  TENON_PETSC(MatFactorGetError(factors_.get(), &error));
  TENON_PETSC(MatFactorClearError(factors_.get()));
  return error == MAT_FACTOR_NOERROR;
}

void SubstructuredFactors::formBorderMatrix(const double* near, const double* far) {
  const auto size = static_cast<Eigen::Index>(all_borders_.size());
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(size, size);
  for (const BorderEntry& entry : border_entries_)
    T(first_border_ + entry.row, entry.column) += (entry.is_far ? far : near)[entry.place];
  influences_.resize(inside_.empty() ? 0 : borders_.size());
  auto next = inside_by_border_.begin();
  for (PetscInt border = 0; border < static_cast<PetscInt>(influences_.size()); ++border) {
    la::Vector& influence = influences_[static_cast<std::size_t>(border)];
    if (!influence) TENON_PETSC(VecDuplicate(work_.get(), influence.out()));
    TENON_PETSC(VecSet(right_side_.get(), 0.0));
    {
      la::WriteArray column(right_side_.get());
      for (; next != inside_by_border_.end() && next->border == border; ++next)
        column[next->inside] += near[next->place];
    }
    TENON_PETSC(MatSolve(factors_.get(), right_side_.get(), influence.get()));
    const la::ReadArray moved(influence.get());
    for (const Coupling& entry : border_by_inside_)
      T(first_border_ + entry.border, first_border_ + border) -= near[entry.place] * moved[entry.inside];
  }
  comm_.sumInPlace(gsl::span<double>(T.data(), static_cast<std::size_t>(T.size())));
  border_factors_ = base::DenseFactorisation(T);
}

void SubstructuredFactors::solve(Vec b, Vec x) const {
  const la::ReadArray from(b);
  la::WriteArray to(x);
  if (!inside_.empty()) {
    {
      la::WriteArray inside(right_side_.get());
      for (PetscInt i = 0; i < numInside(); ++i) inside[i] = from[inside_[static_cast<std::size_t>(i)]];
    }
    TENON_PETSC(MatSolve(factors_.get(), right_side_.get(), work_.get()));
  }
  if (!all_borders_.empty()) solveBorders(from, to);
  if (inside_.empty()) return;
  const la::ReadArray inside(work_.get());
  for (PetscInt i = 0; i < numInside(); ++i) to[inside_[static_cast<std::size_t>(i)]] = inside[i];
}

// Solves T x_B = b_B - S_BI y, where work_ contains y = S_II^-1 b_I, and then x_I = y - S_II^-1
// S_IB x_B.
void SubstructuredFactors::solveBorders(const la::ReadArray& b, la::WriteArray& x) const {
  std::vector<double> left;
  for (const PetscInt row : borders_) left.push_back(b[row]);
  if (!influences_.empty()) {
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatSeqAIJGetArrayRead(diagonal_, &values));
    const la::ReadArray inside(work_.get());
    for (const Coupling& entry : border_by_inside_)
      left[static_cast<std::size_t>(entry.border)] -= values[entry.place] * inside[entry.inside];
    TENON_PETSC(MatSeqAIJRestoreArrayRead(diagonal_, &values));
  }
  left = comm_.gatherAll(left);
  const Eigen::VectorXd at_borders =
      border_factors_.solve(Eigen::Map<const Eigen::VectorXd>(left.data(), static_cast<Eigen::Index>(left.size())));
  for (std::size_t border = 0; border < borders_.size(); ++border) {
    const double value = at_borders[first_border_ + static_cast<Eigen::Index>(border)];
    x[borders_[border]] = value;
    if (!influences_.empty()) TENON_PETSC(VecAXPY(work_.get(), -value, influences_[border].get()));
  }
}

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Elimination.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>

#include "base/dense.hpp"
#include "la/MatrixRow.hpp"
#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::solver {
namespace {

/// Some rows of a matrix G, replicated on all ranks, and an equal number of its columns, selected
/// by complete pivoting such that the square matrix G_cc of both is regular.
class DenseRows {
 public:
  /// Gathers rows and selects columns.
  /// @param rows  owned rows
  /// @param negligible  entries below this share of the largest entry of a row count as zero
  /// @note Collective.
  DenseRows(Mat G, const std::vector<PetscInt>& rows, double negligible);

  /// Returns true if rows are linearly dependent; no columns are selected then.
  bool areRedundant() const { return columns_.empty() && !rows_.empty(); }
  const std::vector<PetscInt>& rows() const { return rows_; }
  const std::vector<PetscInt>& columns() const { return columns_; }
  /// Returns G_cc^-1, with a row for each selected column.
  const Eigen::MatrixXd& inverse() const { return inverse_; }

 private:
  std::vector<PetscInt> rows_, columns_;
  Eigen::MatrixXd inverse_;
};

struct RowEntry {
  PetscInt row, column;
  double value;
};

/// Gathers the entries of some rows from all ranks.
std::vector<RowEntry> gather(Mat G, const std::vector<PetscInt>& rows, double negligible) {
  std::vector<RowEntry> entries;
  for (const PetscInt r : rows) {
    const la::MatrixRow row(G, r);
    for (PetscInt k = 0; k < row.size; ++k)
      if (row.isSignificant(k, negligible)) entries.push_back({r, row.columns[k], row.values[k]});
  }
  return la::commOf(G).gatherAll(entries);
}

/// Numbers the keys 0, 1, ... in ascending order.
void number(std::map<PetscInt, Eigen::Index>& keys) {
  Eigen::Index next = 0;
  for (auto& [key, index] : keys) index = next++;
}

DenseRows::DenseRows(Mat G, const std::vector<PetscInt>& rows, double negligible)
    : rows_(la::commOf(G).gatherAll(rows)) {
  const std::vector<RowEntry> entries = gather(G, rows, negligible);
  std::map<PetscInt, Eigen::Index> row_of, column_of;
  for (const PetscInt r : rows_) row_of.emplace(r, 0);
  for (const RowEntry& entry : entries) column_of.emplace(entry.column, 0);
  number(row_of);  // Rows are gathered by rank, hence in this order.
  number(column_of);
  const auto c = static_cast<Eigen::Index>(rows_.size());
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(c, static_cast<Eigen::Index>(column_of.size()));
  for (const RowEntry& entry : entries) dense(row_of.at(entry.row), column_of.at(entry.column)) = entry.value;
  const Eigen::VectorXd lengths = dense.rowwise().norm();
  dense = lengths.cwiseInverse().asDiagonal() * dense;
  const std::vector<Eigen::Index> independent = base::independentColumns(dense);
  if (static_cast<Eigen::Index>(independent.size()) < c) return;
  inverse_ = base::inverse(dense(Eigen::all, independent)) * lengths.cwiseInverse().asDiagonal();
  std::vector<PetscInt> columns;
  for (const auto& [column, index] : column_of) columns.push_back(column);
  for (const Eigen::Index k : independent) columns_.push_back(columns[static_cast<std::size_t>(k)]);
}

// Share of a row's largest entry that counts as round-off of zero.
constexpr double negligible = 1e-12;
// Smallest admissible share of a row's largest entry for a slave; smaller coefficients would
// amplify all quantities that depend on it.
constexpr double least_coefficient = 0.05;

/// Returns the entries of a vector at the columns of the owned rows of a matrix, by column.
/// @note Collective.
std::map<PetscInt, double> atColumns(Mat matrix, Vec vector) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  std::vector<PetscInt> columns;
  for (PetscInt r = first; r < last; ++r) {
    const la::MatrixRow row(matrix, r);
    columns.insert(columns.end(), row.columns, row.columns + row.size);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  la::IndexSet set;
  la::Vector values;
  VecScatter scatter = nullptr;
  const auto count = static_cast<PetscInt>(columns.size());
  TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, count, columns.data(), PETSC_COPY_VALUES, set.out()));
  TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, count, values.out()));
  TENON_PETSC(VecScatterCreate(vector, set.get(), values.get(), nullptr, &scatter));
  TENON_PETSC(VecScatterBegin(scatter, vector, values.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterEnd(scatter, vector, values.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterDestroy(&scatter));
  std::map<PetscInt, double> of;
  const la::ReadArray entries(values.get());
  for (PetscInt i = 0; i < count; ++i) of.emplace_hint(of.end(), columns[static_cast<std::size_t>(i)], entries[i]);
  return of;
}

/// Returns the entries of some rows of G at columns that are not slaves; other rows are empty.
la::Matrix restOf(Mat G, Vec slaves, const std::vector<PetscInt>& rows) {
  const std::map<PetscInt, double> is_slave = atColumns(G, slaves);
  la::Matrix rest;
  TENON_PETSC(MatDuplicate(G, MAT_DO_NOT_COPY_VALUES, rest.out()));
  for (const PetscInt r : rows) {
    const la::MatrixRow row(G, r);
    std::vector<PetscScalar> values(row.values, row.values + row.size);
    for (PetscInt k = 0; k < row.size; ++k)
      if (is_slave.at(row.columns[k]) != 0.0) values[static_cast<std::size_t>(k)] = 0.0;
    TENON_PETSC(MatSetValues(rest.get(), 1, &r, row.size, row.columns, values.data(), INSERT_VALUES));
  }
  TENON_PETSC(MatAssemblyBegin(rest.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(rest.get(), MAT_FINAL_ASSEMBLY));
  return rest;
}

/// Returns an n × m matrix for inverses of coefficients.
/// @param sizes  number of entries in each owned row
la::Matrix emptyInverse(Mat G, const std::vector<PetscInt>& sizes) {
  PetscInt m = 0, n = 0;
  la::Matrix E;
  TENON_PETSC(MatGetLocalSize(G, &m, &n));
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(G)), n, m, PETSC_DETERMINE, PETSC_DETERMINE, 0,
                           sizes.data(), 0, sizes.data(), E.out()));
  return E;
}

la::Vector unknownsLike(Mat G) {
  la::Vector vector;
  TENON_PETSC(MatCreateVecs(G, vector.out(), nullptr));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

void assemble(Mat matrix) {
  TENON_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

/// Returns diag(1 - slaves).
la::Matrix masters(Vec slaves) {
  PetscInt n = 0, first = 0;
  la::Matrix diagonal;
  TENON_PETSC(VecGetLocalSize(slaves, &n));
  TENON_PETSC(VecGetOwnershipRange(slaves, &first, nullptr));
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(slaves)), n, n, PETSC_DETERMINE,
                           PETSC_DETERMINE, 1, nullptr, 0, nullptr, diagonal.out()));
  const la::ReadArray is_slave(slaves);
  for (PetscInt i = 0; i < n; ++i)
    if (is_slave[i] == 0.0) TENON_PETSC(MatSetValue(diagonal.get(), first + i, first + i, 1.0, INSERT_VALUES));
  assemble(diagonal.get());
  return diagonal;
}

}  // namespace

Elimination::Elimination(Mat G, const std::vector<la::NamedRows>& groups) : G_(la::Matrix::share(G)) {
  PetscInt last = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first_row_, &last));
  num_rows_ = last - first_row_;
  slaves_ = unknownsLike(G);
  std::vector<char> left(static_cast<std::size_t>(num_rows_), 1);
  const base::Communicator comm = la::commOf(G);
  num_empty_rows_ = comm.sum(markRows(left));
  for (;;) {
    const std::vector<Pivot> pivots = choosePivots(left);
    if (!comm.any(!pivots.empty())) break;
    for (const Pivot& pivot : pivots) left[static_cast<std::size_t>(pivot.row - first_row_)] = 0;
    addStage(pivots);
  }
  if (comm.any(std::count(left.begin(), left.end(), 1) > 0)) eliminateDensely(left, groups);
  T_ = masters(slaves_.get());  // Without stages; otherwise the product of the stages.
  for (std::size_t k = stages_.size(); k-- > 0;) {
    la::Matrix product;
    TENON_PETSC(MatMatMult(stages_[k].T.get(), T_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
    T_ = std::move(product);
  }
}

// Forms the pattern of G with unit values and unmarks rows without entries. Returns their number.
PetscInt Elimination::markRows(std::vector<char>& left) {
  PetscInt empty = 0;
  TENON_PETSC(MatDuplicate(G_.get(), MAT_DO_NOT_COPY_VALUES, pattern_.out()));
  for (PetscInt r = first_row_; r < first_row_ + num_rows_; ++r) {
    const la::MatrixRow row(G_.get(), r);
    if (row.largest == 0.0) {
      left[static_cast<std::size_t>(r - first_row_)] = 0;
      ++empty;
    }
    for (PetscInt k = 0; k < row.size; ++k)
      TENON_PETSC(
          MatSetValue(pattern_.get(), r, row.columns[k], row.isSignificant(k, negligible) ? 1.0 : 0.0, INSERT_VALUES));
  }
  assemble(pattern_.get());
  return empty;
}

std::vector<Elimination::Pivot> Elimination::choosePivots(const std::vector<char>& left) const {
  la::Vector rows, uses = unknownsLike(G_.get());
  TENON_PETSC(MatCreateVecs(G_.get(), nullptr, rows.out()));
  {
    la::WriteArray is_left(rows.get());
    for (PetscInt i = 0; i < num_rows_; ++i) is_left[i] = left[static_cast<std::size_t>(i)];
  }
  TENON_PETSC(MatMultTranspose(pattern_.get(), rows.get(), uses.get()));
  const std::map<PetscInt, double> uses_of = atColumns(G_.get(), uses.get());
  std::vector<Pivot> pivots;
  for (PetscInt r = first_row_; r < first_row_ + num_rows_; ++r) {
    if (left[static_cast<std::size_t>(r - first_row_)] == 0) continue;
    const la::MatrixRow row(G_.get(), r);
    Pivot best{r, -1, 0.0};
    for (PetscInt k = 0; k < row.size; ++k) {
      const bool suits =
          std::abs(row.values[k]) >= least_coefficient * row.largest && uses_of.at(row.columns[k]) == 1.0;
      if (suits && std::abs(row.values[k]) > std::abs(best.value)) best = {r, row.columns[k], row.values[k]};
    }
    if (best.column >= 0) pivots.push_back(best);
  }
  return pivots;
}

void Elimination::addStage(const std::vector<Pivot>& pivots) {
  PetscInt n = 0;
  TENON_PETSC(MatGetLocalSize(G_.get(), nullptr, &n));
  la::Matrix E = emptyInverse(G_.get(), std::vector<PetscInt>(static_cast<std::size_t>(n), 1));
  const la::Vector slaves = unknownsLike(G_.get());
  std::vector<PetscInt> rows;
  for (const Pivot& pivot : pivots) {
    rows.push_back(pivot.row);
    TENON_PETSC(MatSetValue(E.get(), pivot.column, pivot.row, 1.0 / pivot.value, INSERT_VALUES));
    TENON_PETSC(VecSetValue(slaves.get(), pivot.column, 1.0, INSERT_VALUES));
  }
  TENON_PETSC(VecAssemblyBegin(slaves.get()));
  TENON_PETSC(VecAssemblyEnd(slaves.get()));
  assemble(E.get());
  finishStage(std::move(E), slaves.get(), rows);
}

void Elimination::finishStage(la::Matrix E, Vec slaves, const std::vector<PetscInt>& rows) {
  const la::Matrix rest = restOf(G_.get(), slaves, rows);
  la::Matrix product, T = masters(slaves);
  TENON_PETSC(MatMatMult(E.get(), rest.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
  TENON_PETSC(MatAXPY(T.get(), -1.0, product.get(), DIFFERENT_NONZERO_PATTERN));
  TENON_PETSC(VecAXPY(slaves_.get(), 1.0, slaves));
  stages_.push_back({std::move(E), std::move(T)});
}

void Elimination::eliminateDensely(const std::vector<char>& left, const std::vector<la::NamedRows>& groups) {
  std::vector<PetscInt> rows;
  for (PetscInt r = first_row_; r < first_row_ + num_rows_; ++r)
    if (left[static_cast<std::size_t>(r - first_row_)] != 0) rows.push_back(r);
  if (la::commOf(G_.get()).sum(static_cast<PetscInt>(rows.size())) > most_dense_rows) refuse(left, groups, "");
  const DenseRows dense(G_.get(), rows, negligible);
  if (dense.areRedundant()) refuse(left, groups, " (these rows are redundant)");

  PetscInt n = 0, first = 0;
  TENON_PETSC(MatGetLocalSize(G_.get(), nullptr, &n));
  TENON_PETSC(MatGetOwnershipRangeColumn(G_.get(), &first, nullptr));
  const auto c = static_cast<PetscInt>(dense.rows().size());
  std::vector<PetscInt> sizes(static_cast<std::size_t>(n), 0);
  for (const PetscInt column : dense.columns())
    if (first <= column && column < first + n) sizes[static_cast<std::size_t>(column - first)] = c;
  la::Matrix E = emptyInverse(G_.get(), sizes);
  const la::Vector slaves = unknownsLike(G_.get());
  for (PetscInt k = 0; k < c; ++k) {
    const PetscInt column = dense.columns()[static_cast<std::size_t>(k)];
    if (column < first || column >= first + n) continue;
    TENON_PETSC(VecSetValue(slaves.get(), column, 1.0, INSERT_VALUES));
    const Eigen::RowVectorXd inverse = dense.inverse().row(k);
    TENON_PETSC(MatSetValues(E.get(), 1, &column, c, dense.rows().data(), inverse.data(), INSERT_VALUES));
  }
  TENON_PETSC(VecAssemblyBegin(slaves.get()));
  TENON_PETSC(VecAssemblyEnd(slaves.get()));
  assemble(E.get());
  finishStage(std::move(E), slaves.get(), rows);
}

void Elimination::refuse(const std::vector<char>& left, const std::vector<la::NamedRows>& groups,
                         const char* reason) const {
  const base::Communicator comm = la::commOf(G_.get());
  std::string name = "the constraints";
  long most = comm.sum(static_cast<long>(std::count(left.begin(), left.end(), 1)));
  const long all = most;
  bool is_named = false;
  for (const la::NamedRows& group : groups) {
    const auto begin = left.begin() + group.first;
    const long count = comm.sum(static_cast<long>(std::count(begin, begin + group.count, 1)));
    if (count == 0 || (is_named && count <= most)) continue;
    name = fmt::format("constraint '{}'", group.name);
    most = count;
    is_named = true;
  }
  base::runCollectively(comm, [&] {
    throw base::InputError(
        fmt::format("-saddle_form primal cannot eliminate {}: the number of rows without their own slave degree of "
                    "freedom is {}{}{}. Use `dual` multipliers for a mortar, or another preset.",
                    name, most, reason, all > most ? fmt::format(", and {} in other constraints", all - most) : ""));
  });
  throw base::InternalError("A constraint row has no slave degree of freedom, but no such row was found.");
}

void Elimination::findParticular(Vec g, Vec d) const {
  la::Vector sum = unknownsLike(G_.get());
  TENON_PETSC(VecSet(d, 0.0));
  for (std::size_t k = stages_.size(); k-- > 0;) {
    TENON_PETSC(MatMult(stages_[k].T.get(), d, sum.get()));
    TENON_PETSC(MatMultAdd(stages_[k].E.get(), g, sum.get(), d));
  }
}

void Elimination::addMultipliers(Vec r, Vec mu) const {
  la::Vector left = unknownsLike(G_.get()), part, sum;
  TENON_PETSC(VecDuplicate(mu, part.out()));
  TENON_PETSC(VecDuplicate(mu, sum.out()));
  TENON_PETSC(VecSet(sum.get(), 0.0));
  for (const EliminationStage& stage : stages_) {
    TENON_PETSC(MatMultTranspose(G_.get(), sum.get(), left.get()));
    TENON_PETSC(VecAYPX(left.get(), -1.0, r));
    TENON_PETSC(MatMultTranspose(stage.E.get(), left.get(), part.get()));
    TENON_PETSC(VecAXPY(sum.get(), 1.0, part.get()));
  }
  TENON_PETSC(VecAXPY(mu, 1.0, sum.get()));
}

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/RowOperator.hpp"

#include <gtest/gtest.h>
#include <petsc/private/petscimpl.h>  // declares PetscObjectStateGet, which is documented as public

#include <cmath>

#include "dense.hpp"
#include "grid.hpp"
#include "la/arrays.hpp"
#include "la/matrices/EntrywiseProducts.hpp"
#include "la/vectors.hpp"

namespace tenon::la {
namespace {

using testing::dense;
using testing::world;

/// Sparse matrix with five columns on each rank, and four rows on each rank except rank 1, which
/// has none. Adjacent rows have different patterns that reach across the ranks.
struct SparseRows {
  explicit SparseRows(double factor = 1.0) {
    const PetscInt num_rows = world().rank() == 1 ? 0 : 4;
    TENON_PETSC(
        MatCreateAIJ(world().mpi(), num_rows, 5, PETSC_DETERMINE, PETSC_DETERMINE, 5, nullptr, 5, nullptr, G.out()));
    setValues(factor);
  }
  void setValues(double factor) {
    PetscInt columns = 0, first = 0, last = 0;
    TENON_PETSC(MatGetSize(G.get(), nullptr, &columns));
    TENON_PETSC(MatGetOwnershipRange(G.get(), &first, &last));
    for (PetscInt row = first; row < last; ++row)
      for (PetscInt k = 0; k < 3; ++k)
        TENON_PETSC(MatSetValue(G.get(), row, (2 * row + 3 * k * k) % columns,
                                factor * std::sin(static_cast<double>(row + 7 * k)), INSERT_VALUES));
    TENON_PETSC(MatAssemblyBegin(G.get(), MAT_FINAL_ASSEMBLY));
    TENON_PETSC(MatAssemblyEnd(G.get(), MAT_FINAL_ASSEMBLY));
  }
  std::size_t numOwned() const {
    PetscInt rows = 0;
    TENON_PETSC(MatGetLocalSize(G.get(), &rows, nullptr));
    return static_cast<std::size_t>(rows);
  }
  /// Removes the first row, scales the second, and combines the third with the fourth, which is
  /// removed.
  RowCombination combination(double scale) const {
    if (numOwned() == 0) return {{}, {}};
    return {{0.0, scale, 0.6, 0.0}, {0.0, 0.0, -0.8, 0.0}};
  }
  std::vector<char> hasNext() const { return numOwned() == 0 ? std::vector<char>() : std::vector<char>{0, 0, 1, 0}; }
  Matrix G;
};

/// Returns S as a dense matrix on every rank.
Eigen::MatrixXd factorsOf(const SparseRows& rows, const RowCombination& S) {
  PetscInt first = 0, size = 0;
  TENON_PETSC(MatGetOwnershipRange(rows.G.get(), &first, nullptr));
  TENON_PETSC(MatGetSize(rows.G.get(), &size, nullptr));
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t i = 0; i < S.own.size(); ++i) {
    const auto row = first + static_cast<Eigen::Index>(i);
    all(row, row) = S.own[i];
    if (!S.next.empty() && S.next[i] != 0.0) all(row, row + 1) = S.next[i];
  }
  world().sumInPlace(gsl::span<double>(all.data(), static_cast<std::size_t>(all.size())));
  return all;
}

/// Returns a vector on every rank as a dense one.
Eigen::VectorXd gathered(Vec vector) {
  PetscInt first = 0, size = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first, nullptr));
  TENON_PETSC(VecGetSize(vector, &size));
  Eigen::VectorXd all = Eigen::VectorXd::Zero(size);
  const ReadArray entries(vector);
  std::copy(entries.begin(), entries.end(), all.data() + first);
  world().sumInPlace(gsl::span<double>(all.data(), static_cast<std::size_t>(all.size())));
  return all;
}

/// Fills a vector with distinct values of both signs.
Vector distinct(Vector vector) {
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(vector.get(), &first, nullptr));
  {
    WriteArray entries(vector.get());
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = std::cos(static_cast<double>(3 * (first + i)));
  }
  return vector;
}

double largestDifference(Mat matrix, const Eigen::MatrixXd& expected) {
  return (dense(world(), matrix) - expected).cwiseAbs().maxCoeff();
}

PetscObjectState stateOfValues(Mat matrix) {
  PetscObjectState state = 0;
  TENON_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(matrix), &state));
  return state;
}

constexpr double round_off = 1e-15;

TEST(RowOperator, EqualsTheDenseProduct) {
  const SparseRows rows;
  RowOperator product(rows.G.get(), rows.hasNext());
  const RowCombination S = rows.combination(2.5);
  product.update(S);
  const Eigen::MatrixXd expected = factorsOf(rows, S) * dense(world(), rows.G.get());
  EXPECT_GT(expected.norm(), 1.0);
  EXPECT_LT(largestDifference(product.get(), expected), round_off);
  EXPECT_LT(largestDifference(product.transpose(), expected.transpose()), round_off);
}

TEST(RowOperator, FollowsRowsAndFactorsInPlace) {
  SparseRows rows;
  RowOperator product(rows.G.get(), rows.hasNext());
  product.update(rows.combination(2.5));
  const Mat matrix = product.get(), transposed = product.transpose();
  PetscObjectState pattern = 0, pattern_after = 0;
  TENON_PETSC(MatGetNonzeroState(matrix, &pattern));
  rows.setValues(-3.0);
  // Another direction in which rows are combined, and a row that is no longer removed.
  RowCombination S = rows.combination(0.0);
  if (!S.own.empty()) S.own[0] = 1.0, S.own[2] = -0.8, S.next[2] = 0.0;
  product.update(S);
  const Eigen::MatrixXd expected = factorsOf(rows, S) * dense(world(), rows.G.get());
  EXPECT_LT(largestDifference(product.get(), expected), round_off);
  EXPECT_LT(largestDifference(product.transpose(), expected.transpose()), round_off);
  EXPECT_EQ(product.get(), matrix);
  EXPECT_EQ(product.transpose(), transposed);
  TENON_PETSC(MatGetNonzeroState(matrix, &pattern_after));
  EXPECT_EQ(pattern_after, pattern);
  EXPECT_TRUE(product.belongsTo(rows.G.get()));
  EXPECT_FALSE(product.belongsTo(SparseRows().G.get()));
}

TEST(RowOperator, IsFormedOncePerChangeOnAnyRank) {
  SparseRows rows;
  RowOperator product(rows.G.get(), rows.hasNext());
  product.update(rows.combination(2.0));
  const PetscObjectState first = stateOfValues(product.get());
  product.update(rows.combination(2.0));
  EXPECT_EQ(stateOfValues(product.get()), first);
  // Solvers compare states, which must therefore be the same on all ranks.
  product.update(rows.combination(world().rank() == 0 ? 4.0 : 2.0));
  EXPECT_GT(stateOfValues(product.get()), first);
  const PetscObjectState second = stateOfValues(product.get());
  rows.setValues(5.0);
  product.update(rows.combination(world().rank() == 0 ? 4.0 : 2.0));
  EXPECT_GT(stateOfValues(product.get()), second);
}

TEST(RowOperator, KeepsThePatternWithoutCombinedRows) {
  const SparseRows rows;
  RowOperator product(rows.G.get());
  RowCombination S = rows.combination(0.5);
  S.next.clear();
  product.update(S);
  EXPECT_LT(largestDifference(product.get(), factorsOf(rows, S) * dense(world(), rows.G.get())), round_off);
  MatInfo of_product, of_rows;
  TENON_PETSC(MatGetInfo(product.get(), MAT_GLOBAL_SUM, &of_product));
  TENON_PETSC(MatGetInfo(rows.G.get(), MAT_GLOBAL_SUM, &of_rows));
  EXPECT_EQ(of_product.nz_used, of_rows.nz_used);
}

TEST(RowOperator, RejectsAWrongNumberOfFactors) {
  const SparseRows rows;
  RowOperator product(rows.G.get());
  EXPECT_THROW(product.update({std::vector<double>(rows.numOwned() + 1, 1.0), {}}), base::InternalError);
}

TEST(RowCombination, AppliesToRowsAndMultipliers) {
  const SparseRows rows;
  const RowCombination S = rows.combination(2.5);
  const Vector given = distinct(makeRowVector(rows.G.get()));
  const Vector combined = distinct(makeRowVector(rows.G.get())), distributed = distinct(makeRowVector(rows.G.get()));
  S.apply(combined.get());
  S.applyTransposed(distributed.get());
  EXPECT_LT((gathered(combined.get()) - factorsOf(rows, S) * gathered(given.get())).norm(), round_off);
  EXPECT_LT((gathered(distributed.get()) - factorsOf(rows, S).transpose() * gathered(given.get())).norm(), round_off);
}

TEST(EntrywiseProducts, EqualProductsWithDenseSquaresAndMagnitudes) {
  SparseRows rows;
  const EntrywiseProducts squares(rows.G.get(), EntryFunction::square),
      magnitudes(rows.G.get(), EntryFunction::magnitude);
  rows.setValues(-2.0);  // values are those of the time of the product
  const Eigen::MatrixXd G = dense(world(), rows.G.get());
  const Vector x = distinct(makeColumnVector(rows.G.get())), y = distinct(makeRowVector(rows.G.get()));
  const Vector of_rows = distinct(makeRowVector(rows.G.get())), of_columns = distinct(makeColumnVector(rows.G.get()));
  squares.multiply(x.get(), of_rows.get());
  squares.multiplyTransposed(y.get(), of_columns.get());
  EXPECT_LT((gathered(of_rows.get()) - G.cwiseAbs2() * gathered(x.get())).norm(), 10 * round_off);
  EXPECT_LT((gathered(of_columns.get()) - G.cwiseAbs2().transpose() * gathered(y.get())).norm(), 10 * round_off);
  magnitudes.multiply(x.get(), of_rows.get());
  magnitudes.multiplyTransposed(y.get(), of_columns.get());
  EXPECT_LT((gathered(of_rows.get()) - G.cwiseAbs() * gathered(x.get())).norm(), 10 * round_off);
  EXPECT_LT((gathered(of_columns.get()) - G.cwiseAbs().transpose() * gathered(y.get())).norm(), 10 * round_off);
}

}  // namespace
}  // namespace tenon::la

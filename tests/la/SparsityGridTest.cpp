// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/files/SparsityGrid.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "grid.hpp"

namespace tenon::la {
namespace {

using Side = SparsityGrid::Side;
using testing::world;

/// Returns a matrix with one entry per row at `distance` from the diagonal. Rows and columns are
/// distributed over the ranks.
/// @note Collective.
Matrix shiftedDiagonal(LocalIndex rows, LocalIndex columns, PetscInt distance) {
  Matrix matrix;
  TENON_PETSC(MatCreateAIJ(world().mpi(), rows, columns, PETSC_DETERMINE, PETSC_DETERMINE, 1, nullptr, 1, nullptr,
                           matrix.out()));
  PetscInt first = 0, last = 0, num_columns = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix.get(), &first, &last));
  TENON_PETSC(MatGetSize(matrix.get(), nullptr, &num_columns));
  for (PetscInt row = first; row < last; ++row)
    TENON_PETSC(MatSetValue(matrix.get(), row, (row + distance) % num_columns, 1.0, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

long sum(const std::vector<long>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0L);
}

TEST(SparsityGrid, OrdersObjectsConsecutively) {
  // Each rank numbers its rows of a and then its rows of b. The picture contains all rows of a,
  // followed by all rows of b.
  const LocalIndex of_a = 3 + world().rank(), of_b = 2;
  SparsityGrid grid(world(), {{"a", 0, of_a}, {"none", of_a, 0}, {"b", of_a, of_b}}, {}, 2000);
  const Matrix matrix = shiftedDiagonal(of_a + of_b, of_a + of_b, 0);
  grid.add(matrix, Side::dofs, Side::dofs);
  const long total_a = world().sum(long{of_a}), total_b = world().sum(long{of_b});
  ASSERT_EQ(grid.sections().size(), 3u);
  EXPECT_EQ(grid.zoom(), 16);
  EXPECT_EQ(grid.sections()[0].size, total_a);
  EXPECT_EQ(grid.sections()[2].first_pixel, 16 * total_a + 1);
  ASSERT_EQ(grid.size(), 16 * (total_a + total_b) + 1);
  const auto counts = grid.counts();
  EXPECT_EQ(sum(counts), total_a + total_b);
  for (int row = 0; row < total_a + total_b; ++row) {
    const auto pixel = static_cast<std::size_t>(16 * row + (row >= total_a ? 1 : 0));
    EXPECT_EQ(counts[pixel * static_cast<std::size_t>(grid.size()) + pixel], 1) << row;
  }
}

TEST(SparsityGrid, CondensesMatricesOfAnySize) {
  const LocalIndex count = 40000;
  SparsityGrid grid(world(), {{"large", 0, count}, {"small", count, 3}}, {{"tie", 0, 5}}, 300);
  const Matrix matrix = shiftedDiagonal(count + 3, count + 3, 0), G = shiftedDiagonal(5, count + 3, 0);
  grid.add(matrix, Side::dofs, Side::dofs);
  grid.add(G, Side::multipliers, Side::dofs);
  grid.addTransposed(G, Side::dofs, Side::multipliers);
  EXPECT_LE(grid.size(), 300);
  EXPECT_GE(grid.size(), 290);
  EXPECT_EQ(grid.sections()[1].num_pixels, std::min(8, 3 * world().size()));
  EXPECT_EQ(grid.sections()[2].side, Side::multipliers);
  const auto counts = grid.counts();
  EXPECT_EQ(sum(counts), (long{count} + 13) * world().size());
  const auto n = static_cast<std::size_t>(grid.size());
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t x = 0; x < n; ++x) EXPECT_EQ(counts[y * n + x], counts[x * n + y]);
}

TEST(SparsityGrid, MergesTooManySections) {
  std::vector<NamedRows> ties;
  for (LocalIndex i = 0; i < 500; ++i) ties.push_back({"tie " + std::to_string(i), i, 1});
  const SparsityGrid grid(world(), {{"a", 0, 1000}}, ties, 600);
  ASSERT_EQ(grid.sections().size(), 2u);
  EXPECT_EQ(grid.sections()[1].name, "500 constraints");
  EXPECT_EQ(grid.sections()[1].size, 500 * world().size());
  EXPECT_LE(grid.size(), 600);
}

}  // namespace
}  // namespace tenon::la

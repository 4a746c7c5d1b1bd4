// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/countFactors.hpp"

#include <gtest/gtest.h>

namespace tenon::solver {
namespace {

CouplingGraph graphOf(const std::vector<std::vector<std::int32_t>>& neighbours, std::vector<std::int32_t> sizes,
                      std::int32_t first_multiplier) {
  CouplingGraph graph;
  for (const auto& of_vertex : neighbours) {
    graph.neighbours.insert(graph.neighbours.end(), of_vertex.begin(), of_vertex.end());
    graph.starts.push_back(static_cast<std::int32_t>(graph.neighbours.size()));
  }
  graph.sizes = std::move(sizes);
  graph.first_multiplier = first_multiplier;
  return graph;
}

TEST(FactorCounts, OfADenseMatrix) {
  const FactorCounts counts = countFactors(graphOf({{1, 2}, {0, 2}, {0, 1}}, {3, 3, 3}, 3));
  EXPECT_EQ(counts.entries, 81);
  double operations = 0.0;
  for (int rows = 8; rows > 0; --rows) operations += rows + 2 * rows * rows;
  EXPECT_EQ(counts.operations, operations);
}

TEST(FactorCounts, OfVerticesWithoutCouplings) {
  const FactorCounts counts = countFactors(graphOf({{}, {}}, {2, 1}, 2));
  EXPECT_EQ(counts.entries, 5);
  EXPECT_EQ(countFactors({}).entries, 0);
}

TEST(FactorCounts, OfATreeWithoutFill) {  // a star of one dof per node; the centre is ordered last
  const FactorCounts counts = countFactors(graphOf({{1, 2, 3, 4}, {0}, {0}, {0}, {0}}, {1, 1, 1, 1, 1}, 5));
  EXPECT_EQ(counts.entries, 4 * 3 + 1);
}

TEST(FactorCounts, OfMultipliersAfterTheirNeighbours) {
  const std::vector<std::vector<std::int32_t>> star{{4}, {4}, {4}, {4}, {0, 1, 2, 3}};
  EXPECT_EQ(countFactors(graphOf(star, {1, 1, 1, 1, 1}, 4)).entries, 4 * 3 + 1);
  const std::vector<std::vector<std::int32_t>> chain{
      {2}, {2, 3}, {0, 1}, {1}};  // 0 - multiplier 2 - 1 - multiplier 3, which 1 couples
  EXPECT_EQ(countFactors(graphOf(chain, {1, 1, 1, 1}, 2)).entries, 12);
}

}  // namespace
}  // namespace tenon::solver

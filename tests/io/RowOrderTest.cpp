// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/RowOrder.hpp"

#include <gtest/gtest.h>

#include "comm.hpp"

namespace tenon::io {
namespace {

using base::InternalError;
using testing::comm;

/// Distributes row numbers cyclically over the ranks, from the last to the first. With
/// `first_empty` and more than one rank, rank 0 gets none.
std::vector<std::int64_t> scattered(std::int64_t total, bool first_empty) {
  const int skip = first_empty && comm().size() > 1 ? 1 : 0;
  std::vector<std::int64_t> mine;
  for (std::int64_t row = total - 1; row >= 0; --row)
    if (row % (comm().size() - skip) + skip == comm().rank()) mine.push_back(row);
  return mine;
}

class RowsInOrder : public ::testing::TestWithParam<std::pair<std::int64_t, bool>> {};

TEST_P(RowsInOrder, areTheSameOnAnyNumberOfRanks) {
  const auto [total, first_empty] = GetParam();
  const auto mine = scattered(total, first_empty);
  std::vector<double> values;
  for (const std::int64_t row : mine)
    for (int j = 0; j < 3; ++j) values.push_back(10.0 * static_cast<double>(row) + j);
  const RowOrder order(comm(), mine, total);
  const auto block = order.arrange(values, 3);
  const auto numbers = order.arrange(mine);

  const auto first = comm().exclusiveSum(static_cast<std::int64_t>(numbers.size()));
  EXPECT_EQ(comm().sum(static_cast<std::int64_t>(numbers.size())), total);
  ASSERT_EQ(block.size(), 3 * numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(numbers[i], first + static_cast<std::int64_t>(i));
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(block[3 * i + j], 10.0 * static_cast<double>(numbers[i]) + double(j));
  }
}

// Totals: no rows, fewer rows than ranks, as many rows as ranks, and numbers that are not a
// multiple of the number of ranks.
INSTANTIATE_TEST_SUITE_P(Totals, RowsInOrder,
                         ::testing::Values(std::pair{0, false}, std::pair{2, true}, std::pair{4, false},
                                           std::pair{29, false}, std::pair{29, true}));

// Verifies the numbering for sparse keys. Each key has two rows; the second
// follows the first on the same rank.
TEST(RowOrder, numbersRowsByTheirKeys) {
  for (const std::int64_t total : {0, 1, 23})
    for (const bool first_empty : {false, true}) {
      const auto rows = scattered(total, first_empty);
      std::vector<std::int64_t> keys;
      for (const std::int64_t row : rows) keys.insert(keys.end(), 2, 1000 * row * row - 5);
      const auto numbers = numbersOfKeys(comm(), keys);
      ASSERT_EQ(numbers.size(), keys.size());
      for (std::size_t k = 0; k < numbers.size(); ++k)
        EXPECT_EQ(numbers[k], 2 * rows[k / 2] + static_cast<std::int64_t>(k % 2));
    }
}

TEST(RowOrder, restoresTheOriginalDistribution) {
  for (const std::int64_t total : {0, 1, 23})
    for (const bool first_empty : {false, true}) {
      const auto rows = scattered(total, first_empty);
      std::vector<double> values;
      for (const std::int64_t row : rows) values.insert(values.end(), {0.5 * static_cast<double>(row), -1.0, 2.5});
      const RowOrder order(comm(), rows, total);
      const std::vector<double> block = order.arrange(values, 3);
      EXPECT_EQ(static_cast<std::int64_t>(block.size()), 3 * order.numInBlock());
      for (std::int64_t i = 0; i < order.numInBlock(); ++i)
        EXPECT_EQ(block[static_cast<std::size_t>(3 * i)], 0.5 * static_cast<double>(order.firstInBlock() + i));
      EXPECT_EQ(order.restore(block, 3), values);
    }
  const RowOrder order(comm(), scattered(8, false), 8);
  EXPECT_THROW(order.restore(std::vector<double>(100), 1), InternalError);
}

TEST(RowOrder, rejectsRowsThatDoNotFormATable) {
  auto mine = scattered(8, false);
  const int last = comm().size() - 1;
  auto beyond = mine;
  if (comm().rank() == last) beyond.front() = 8;
  EXPECT_THROW(RowOrder(comm(), beyond, 8), InternalError);
  auto missing = mine;
  if (comm().rank() == last) missing.pop_back();
  EXPECT_THROW(RowOrder(comm(), missing, 8), InternalError);
  auto twice = mine;
  if (comm().isRoot()) twice.back() = twice.front();
  EXPECT_THROW(RowOrder(comm(), twice, 8), InternalError);
  EXPECT_THROW(RowOrder(comm(), mine, 8).arrange(std::vector<double>(mine.size()), 2), InternalError);
}

}  // namespace
}  // namespace tenon::io

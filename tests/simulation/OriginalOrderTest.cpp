#include "tenon/simulation/OriginalOrder.hpp"

#include <gtest/gtest.h>

namespace tenon::simulation {
namespace {

// Items are dealt to the ranks like cards, backwards; value = position, so that the arranged chunk counts up.
TEST(OriginalOrder, ChunksCountUpWhateverThePartition) {
  const auto comm = base::Communicator::world();
  constexpr std::int64_t num_items = 23;
  std::vector<std::int64_t> positions;
  for (std::int64_t p = num_items - 1; p >= 0; --p)
    if (p % comm.size() == comm.rank() && comm.rank() != 1) positions.push_back(p);
    else if (p % comm.size() == 1 && comm.isRoot()) positions.push_back(p);  // rank 1 owns nothing
  std::vector<double> values;
  for (const auto p : positions) {
    values.push_back(static_cast<double>(p));
    values.push_back(0.5 * static_cast<double>(p));
  }
  const OriginalOrder order(comm, positions);
  EXPECT_EQ(order.numItems(), num_items);
  const auto chunk = order.arrange<double>(values, 2);
  ASSERT_EQ(chunk.size(), 2 * static_cast<std::size_t>(order.numHere()));
  const auto begin = comm.exclusiveSum(static_cast<long>(order.numHere()));
  for (std::int64_t i = 0; i < order.numHere(); ++i) {
    EXPECT_EQ(chunk[static_cast<std::size_t>(2 * i)], static_cast<double>(begin + i));
    EXPECT_EQ(chunk[static_cast<std::size_t>(2 * i + 1)], 0.5 * static_cast<double>(begin + i));
  }
}

}  // namespace
}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/Directory.hpp"

#include <gtest/gtest.h>

namespace tenon::base {
namespace {

Communicator world() {
  return Communicator::world();
}

// Rank k % size owns the key 3 k - 5. All ranks query all existing keys and keys that do not exist.
TEST(Directory, findsValuesOfOtherRanks) {
  const Communicator comm = world();
  std::vector<Directory<double>::KeyValuePair> mine;
  for (int k = 0; k < 20; ++k)
    if (k % comm.size() == comm.rank()) mine.push_back({3 * k - 5, 0.5 * k});
  const Directory<double> directory(comm, mine);
  std::vector<std::int64_t> keys;
  for (int key = 60; key >= -10; --key) keys.push_back(key);
  if (comm.size() > 1 && comm.isRoot()) keys.clear();  // a rank may have no queries
  const auto found = directory.find(keys);
  ASSERT_EQ(found.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto k = (keys[i] + 5) / 3;
    const bool there = keys[i] >= -5 && (keys[i] + 5) % 3 == 0 && k < 20;
    EXPECT_EQ(found[i].has_value(), there) << keys[i];
    if (there) {
      EXPECT_EQ(found[i].value(), 0.5 * static_cast<double>(k));
    }
  }
  EXPECT_FALSE(directory.hasEqualKeys());
}

TEST(Directory, detectsEqualKeys) {
  const Communicator comm = world();
  EXPECT_EQ(Directory<int>(comm, {{7, comm.rank()}}).hasEqualKeys(), comm.size() > 1);
  EXPECT_TRUE(Directory<int>(comm, {{comm.rank(), 1}, {comm.rank(), 2}}).hasEqualKeys());
  EXPECT_FALSE(Directory<int>(comm, {}).hasEqualKeys());
}

}  // namespace
}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/TextShare.hpp"

#include <gtest/gtest.h>

#include "TemporaryFolder.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

base::Communicator world() {
  return base::Communicator::world();
}

// Verifies that each line occurs on exactly one rank, with its number, wherever the share of a rank
// begins. The text has lines longer than a share and empty lines, or no lines.
TEST(TextShare, hasEveryLineOnce) {
  for (const std::string& text :
       {std::string("one\ntwo\n\nfour\r\n" + std::string(40, 'x') + "\nsix"), std::string("\n"), std::string(),
        std::string("a\nb\nc\nd\n"), std::string("no end")}) {
    std::vector<std::string> expected;
    std::string line;
    std::istringstream lines(text);
    while (std::getline(lines, line)) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      expected.push_back(line);
    }
    const testing::TemporaryFolder folder;
    const std::string path = folder / "lines";
    testing::writeBytes(world(), path, text);
    long count = 0;
    TextShare(world(), path).forEachLine([&](std::string_view found, std::int64_t number) {
      ASSERT_GE(number, 1);
      ASSERT_LE(number, static_cast<std::int64_t>(expected.size()));
      EXPECT_EQ(found, expected[static_cast<std::size_t>(number - 1)]) << "line " << number;
      ++count;
    });
    EXPECT_EQ(world().sum(count), static_cast<long>(expected.size())) << text;
  }
}

TEST(TextShare, rejectsWhatIsNotARegularFile) {
  EXPECT_THROW(TextShare(world(), "there is none"), base::FileError);
  EXPECT_THROW(TextShare(world(), "."), base::FileError);
}

}  // namespace
}  // namespace tenon::io

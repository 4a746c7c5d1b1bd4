// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/parallelFile.hpp"

#include <gmock/gmock.h>

#include "SmallDisk.hpp"
#include "TemporaryFolder.hpp"
#include "comm.hpp"

namespace tenon::io {
namespace {

using base::FileError;
using ::testing::AllOf;
using testing::bytesOf;
using testing::comm;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::SmallDisk;
using testing::TemporaryFolder;
using testing::writeBytes;

/// Writes 1000 r lines on rank r, hence none on the root. @note Collective.
void writeNumbers(const std::string& path, int per_rank) {
  const std::int64_t count = std::int64_t{per_rank} * comm().rank(), first = comm().exclusiveSum(count);
  writeLinesInParallel(comm(), path, comm().isRoot() ? "number\n" : "not the root's", count,
                       [&](std::int64_t item, fmt::memory_buffer& text) {
                         fmt::format_to(std::back_inserter(text), "{}\n", first + item);
                       });
}

TEST(ParallelFile, ranksWriteOneTextInTheirOrder) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "a.txt", std::string(100000, 'x'));  // an older and longer file
  writeNumbers(folder / "a.txt", 1000);
  std::string expected = "number\n";
  for (int i = 0; i < 1000 * comm().size() * (comm().size() - 1) / 2; ++i) expected += fmt::format("{}\n", i);
  EXPECT_TRUE(bytesOf(folder / "a.txt") == expected);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.partial"));
}

TEST(ParallelFile, writesMoreThanIsHeldAtOnce) {
  const TemporaryFolder folder;
  const std::string line(1 << 20, 'a');
  writeLinesInParallel(comm(), folder / "a.txt", "", 10, [&](std::int64_t item, fmt::memory_buffer& text) {
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", comm().rank(), item, line);
  });
  const std::string text = bytesOf(folder / "a.txt");
  const std::size_t length = line.size() + 5;
  ASSERT_EQ(text.size(), 10 * length * static_cast<std::size_t>(comm().size()));
  for (int rank = 0; rank < comm().size(); ++rank)
    for (int item = 0; item < 10; ++item)
      EXPECT_EQ(text.substr(static_cast<std::size_t>(10 * rank + item) * length, 6),
                fmt::format("{} {} aa", rank, item));
}

TEST(ParallelFile, writesEmptyFiles) {
  const TemporaryFolder folder;
  writeInParallel(comm(), folder / "a", 0, [](const WriteAt&) {});
  EXPECT_EQ(bytesOf(folder / "a"), "");
  writeLinesInParallel(comm(), folder / "b", "header\n", 0, [](std::int64_t, fmt::memory_buffer&) {});
  EXPECT_EQ(bytesOf(folder / "b"), "header\n");
}

TEST(ParallelFile, leavesNoFileAfterAFailure) {
  const TemporaryFolder folder;
  EXPECT_THAT(messageOf<FileError>([&] { writeNumbers(folder / "none/a.txt", 10); }),
              AllOf(HasSubstr("Cannot write"), HasSubstr("none/a.txt"), HasSubstr("No such file")));
  writeBytes(comm(), folder / "a.txt", "old");
  const auto thrown = messageOf<base::InputError>([&] {
    writeLinesInParallel(comm(), folder / "a.txt", "", 5, [](std::int64_t item, fmt::memory_buffer&) {
      if (item == 3 && comm().rank() == comm().size() - 1) throw base::InputError("Three is too many.");
    });
  });
  EXPECT_THAT(thrown, HasSubstr("Three is too many."));
  // An error occurs while the file is open.
  EXPECT_THAT(messageOf<FileError>([&] {
                writeInParallel(comm(), folder / "a.txt", 10, [](const WriteAt&) {
                  if (comm().isRoot()) throw FileError("no more ink.");
                });
              }),
              HasSubstr("no more ink"));
  EXPECT_EQ(bytesOf(folder / "a.txt"), "old");
  comm().barrier();
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.partial"));
}

TEST(ParallelFile, reportsAFullDisk) {
  const TemporaryFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.isMounted()) GTEST_SKIP() << "only root may mount a small file system";
  writeBytes(comm(), folder / "a.txt", "old");
  const auto full = messageOf<FileError>([&] {
    writeLinesInParallel(comm(), folder / "a.txt", "", 2000, [](std::int64_t, fmt::memory_buffer& text) {
      fmt::format_to(std::back_inserter(text), "{:>999}\n", 1);
    });
  });
  EXPECT_THAT(full, AllOf(HasSubstr("a.txt"), HasSubstr("free disk space"), HasSubstr("No space left on device")));
  EXPECT_EQ(bytesOf(folder / "a.txt"), "old");
  comm().barrier();
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.partial"));
}

}  // namespace
}  // namespace tenon::io

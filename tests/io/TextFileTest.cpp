// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/textFile.hpp"

#include <gmock/gmock.h>

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
using testing::TemporaryFolder;
using testing::writeBytes;

TEST(TextFile, replacesTheOldOne) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "a.txt", "an older and longer text");
  writeTextAtomically(comm(), folder / "a.txt", comm().isRoot() ? "new\n" : "not the root's");
  EXPECT_EQ(bytesOf(folder / "a.txt"), "new\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.partial"));
}

TEST(TextFile, reportsErrorsOnAllRanks) {
  const TemporaryFolder folder;
  const auto missing = messageOf<FileError>([&] { writeTextAtomically(comm(), folder / "none/a.txt", "x"); });
  EXPECT_THAT(missing, AllOf(HasSubstr("Cannot write"), HasSubstr("none/a.txt"), HasSubstr("No such file")));
  // A folder that is not empty cannot be replaced.
  createFolder(comm(), folder / "full/below");
  const auto taken = messageOf<FileError>([&] { writeTextAtomically(comm(), folder / "full", "x"); });
  EXPECT_THAT(taken, HasSubstr("full"));
  EXPECT_FALSE(std::filesystem::exists(folder / "full.partial"));
}

TEST(CreateFolder, createsParents) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "a/b/c");
  createFolder(comm(), folder / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a/b/c"));
  writeBytes(comm(), folder / "file", "x");
  EXPECT_THAT(messageOf<FileError>([&] { createFolder(comm(), folder / "file/below/it"); }),
              AllOf(HasSubstr("Cannot create the folder '" + folder / "file/below/it" + "': '"),
                    HasSubstr("file' is a file.")));
  EXPECT_THAT(messageOf<FileError>([&] { createFolder(comm(), folder / "file"); }),
              HasSubstr("Cannot create the folder '" + folder / "file" + "': a file has this name."));
}

}  // namespace
}  // namespace tenon::io

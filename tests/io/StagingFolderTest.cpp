// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/StagingFolder.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "TemporaryFolder.hpp"
#include "comm.hpp"
#include "io/textFile.hpp"

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

/// Returns the number of entries of a folder. Barriers before and after the count ensure that no
/// rank changes the folder meanwhile. @note Collective.
std::size_t numEntries(const std::string& folder) {
  comm().barrier();
  const auto count = static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  comm().barrier();
  return count;
}

TEST(StagingFolder, allFilesAppearTogether) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "out");
  writeBytes(comm(), folder / "out/a", "old");
  {
    StagingFolder staging(comm(), folder / "out");
    writeTextAtomically(comm(), staging / "a", "new");
    writeTextAtomically(comm(), staging / "b", "other");
    EXPECT_EQ(bytesOf(folder / "out/a"), "old");
    comm().barrier();
    staging.commit();
  }
  EXPECT_EQ(bytesOf(folder / "out/a"), "new");
  EXPECT_EQ(bytesOf(folder / "out/b"), "other");
  EXPECT_EQ(numEntries(folder / "out"), 2u);
}

TEST(StagingFolder, foldersInsideAppearWithTheOthers) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "out/two");
  writeBytes(comm(), folder / "out/two/a", "old");
  {
    StagingFolder staging(comm(), folder / "out");
    for (const char* name : {"one", "two", "three"}) {
      staging.addFolder(name);
      writeTextAtomically(comm(), staging / (std::string(name) + "/a"), name);
    }
    EXPECT_EQ(numEntries(folder / "out"), 2u) << "the hidden one, and what was there";
    EXPECT_EQ(bytesOf(folder / "out/two/a"), "old");
    comm().barrier();
    staging.commit();
  }
  EXPECT_EQ(numEntries(folder / "out"), 3u);
  for (const std::string name : {"one", "two", "three"}) EXPECT_EQ(bytesOf(folder / ("out/" + name + "/a")), name);
}

TEST(StagingFolder, noSubfolderRemainsIfOneCannotAppear) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "out/two/a");
  writeBytes(comm(), folder / "out/file", "x");
  {
    StagingFolder staging(comm(), folder / "out");
    for (const std::string name : {"one", "two"}) {
      staging.addFolder(name);
      writeTextAtomically(comm(), staging / (name + "/a"), "x");
    }
    EXPECT_THAT(messageOf<FileError>([&] { staging.addFolder("file"); }),
                AllOf(HasSubstr("out/file'"), HasSubstr("a file")));
    EXPECT_THAT(messageOf<FileError>([&] { staging.commit(); }),
                AllOf(HasSubstr("out/two/a"), HasSubstr("is a folder")));
  }
  EXPECT_EQ(numEntries(folder / "out"), 2u);
  EXPECT_FALSE(std::filesystem::exists(folder / "out/one"));
}

TEST(StagingFolder, uncommittedFilesAreRemoved) {
  const TemporaryFolder folder;
  for (const std::string end : {"", "/"}) {
    {
      const StagingFolder staging(comm(), folder / ("made/for/this" + end));
      writeTextAtomically(comm(), staging / "a", "x");
      EXPECT_EQ(numEntries(folder / "made/for"), 1u);
    }
    EXPECT_EQ(numEntries(folder.path()), 0u) << "the folders that were made are also gone";
    comm().barrier();
  }
  writeBytes(comm(), folder / "mine", "x");
  {
    const StagingFolder staging(comm(), folder.path());
    writeTextAtomically(comm(), staging / "a", "x");
  }
  EXPECT_EQ(numEntries(folder.path()), 1u);
}

TEST(StagingFolder, reportsUnwritableFolders) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "file", "x");
  EXPECT_THAT(messageOf<FileError>([&] { StagingFolder(comm(), folder / "file"); }), HasSubstr("/file'"));
  EXPECT_THAT(messageOf<FileError>([&] { StagingFolder(comm(), "/proc/none"); }), HasSubstr("/proc"));
  if (geteuid() == 0) return;  // root has write access to all folders
  createFolder(comm(), folder / "locked");
  std::filesystem::permissions(folder / "locked", std::filesystem::perms::owner_read);
  EXPECT_THAT(messageOf<FileError>([&] { StagingFolder(comm(), folder / "locked"); }),
              AllOf(HasSubstr("locked"), HasSubstr("Permission denied")));
}

TEST(StagingFolder, replacesNoFolderByAFile) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "out/b");
  StagingFolder staging(comm(), folder / "out");
  writeTextAtomically(comm(), staging / "a", "x");
  writeTextAtomically(comm(), staging / "b", "x");
  EXPECT_THAT(messageOf<FileError>([&] { staging.commit(); }), AllOf(HasSubstr("out/b"), HasSubstr("is a folder")));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/a"));
}

}  // namespace
}  // namespace tenon::io

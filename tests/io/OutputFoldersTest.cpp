// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/OutputFolders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "TemporaryFolder.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

namespace fs = std::filesystem;

TEST(OutputFolders, AreRemovedIfTheyRemainEmpty) {
  const testing::TemporaryFolder folder;
  const base::Communicator world = base::Communicator::world();
  {
    OutputFolders made(world);
    made.create(folder / "a/b/c");
    made.create(folder / "a/d/");
    const OutputFolders moved(std::move(made));
    world.barrier();
    EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
    EXPECT_TRUE(fs::is_directory(folder / "a/d"));
    world.barrier();
  }
  world.barrier();
  EXPECT_FALSE(fs::exists(folder / "a"));
}

TEST(OutputFolders, RemainIfTheyHaveContents) {
  const testing::TemporaryFolder folder;
  const base::Communicator world = base::Communicator::world();
  {
    OutputFolders made(world);
    made.create(folder / "a/b");
    made.create(folder / "a/c");
    if (world.isRoot()) std::ofstream(folder / "a/b/file") << "text";
  }
  world.barrier();
  EXPECT_TRUE(fs::exists(folder / "a/b/file"));
  EXPECT_FALSE(fs::exists(folder / "a/c"));
}

TEST(OutputFolders, CannotBeMadeBelowAFile) {
  const testing::TemporaryFolder folder;
  const base::Communicator world = base::Communicator::world();
  if (world.isRoot()) std::ofstream(folder / "file") << "text";
  world.barrier();
  OutputFolders made(world);
  using ::testing::HasSubstr;
  EXPECT_THAT(testing::messageOf<base::FileError>([&] { made.create(folder / "file/a"); }),
              HasSubstr("file' is a file."));
  EXPECT_THAT(testing::messageOf<base::FileError>([&] { made.create(folder / "file"); }),
              HasSubstr("a file has this name."));
}

}  // namespace
}  // namespace tenon::io

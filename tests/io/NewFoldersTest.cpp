#include "tenon/io/NewFolders.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "TemporaryFolder.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

namespace fs = std::filesystem;

TEST(NewFolders, AreRemovedAgainWhereTheyStayEmpty) {
  const testing::TemporaryFolder folder;
  const base::Communicator world = base::Communicator::world();
  {
    NewFolders made(world);
    made.make(folder / "a/b/c");
    made.make(folder / "a/d/");
    const NewFolders moved(std::move(made));
    world.barrier();
    EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
    EXPECT_TRUE(fs::is_directory(folder / "a/d"));
    world.barrier();
  }
  world.barrier();
  EXPECT_FALSE(fs::exists(folder / "a"));
}

TEST(NewFolders, StayWithWhatLiesInThem) {
  const testing::TemporaryFolder folder;
  const base::Communicator world = base::Communicator::world();
  {
    NewFolders made(world);
    made.make(folder / "a/b");
    made.make(folder / "a/c");
    if (world.isRoot()) std::ofstream(folder / "a/b/file") << "text";
  }
  world.barrier();
  EXPECT_TRUE(fs::exists(folder / "a/b/file"));
  EXPECT_FALSE(fs::exists(folder / "a/c"));
}

TEST(NewFolders, CannotBeMadeBelowAFile) {
  const testing::TemporaryFolder folder;
  const base::Communicator world = base::Communicator::world();
  if (world.isRoot()) std::ofstream(folder / "file") << "text";
  world.barrier();
  NewFolders made(world);
  EXPECT_THROW(made.make(folder / "file/a"), base::FileError);
  EXPECT_THROW(made.make(folder / "file"), base::FileError);
}

}  // namespace
}  // namespace tenon::io

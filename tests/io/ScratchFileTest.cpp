// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/ScratchFile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

using ::testing::HasSubstr;

/// Empty folder of this rank, which is removed at the end.
class OwnFolder {
 public:
  OwnFolder()
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("scratch-" + std::to_string(base::Communicator::world().size()) + "-" +
               std::to_string(base::Communicator::world().rank()))) {
    std::filesystem::create_directories(path_);
  }
  ~OwnFolder() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_.string(); }
  bool isEmpty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

TEST(ScratchFile, ReadsArraysInAnyOrder) {
  const OwnFolder folder;
  ScratchFile file(folder.path(), "the test");
  const std::vector<double> first{1.0, -2.5, 1e300}, second{}, third(1000, 0.1);
  const auto at_first = file.append(first), at_second = file.append(second), at_third = file.append(third);
  EXPECT_TRUE(folder.isEmpty()) << "the file has no name that could remain";
  for (const auto& [location, expected] : {std::pair{at_third, third}, {at_first, first}, {at_second, second}}) {
    std::vector<double> values(location.count);
    file.read(location, values);
    EXPECT_EQ(values, expected);
  }
}

TEST(ScratchFile, ContinuesAfterATruncation) {
  const OwnFolder folder;
  ScratchFile file(folder.path(), "the test");
  const std::vector<double> kept{1.0, 2.0}, discarded(50, 3.0), next{4.0, 5.0, 6.0};
  const auto at_kept = file.append(kept), at_discarded = file.append(discarded);
  file.truncate(at_discarded.offset);
  EXPECT_EQ(file.size(), 16);
  const auto at_next = file.append(next);
  EXPECT_EQ(at_next.offset, 16);
  std::vector<double> values(2);
  file.read(at_kept, values);
  EXPECT_EQ(values, kept);
}

TEST(ScratchFile, DetectsValuesThatHaveChanged) {
  const OwnFolder folder;
  ScratchFile file(folder.path(), "the test");
  const std::vector<double> values{1.0, 2.0};
  const auto location = file.append(values);
  file.truncate(0);
  file.append(std::vector<double>{1.0, 3.0});
  std::vector<double> read(2);
  try {
    file.read(location, read);
    FAIL() << "other values";
  } catch (const base::FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has changed since it was written"));
  }
}

TEST(ScratchFile, NamesTheFolderOnFailure) {
  ScratchFile file("/nonexistent", "the test");
  try {
    file.append(std::vector<double>{1.0});
    FAIL() << "there is no such folder";
  } catch (const base::FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the test in the folder '/nonexistent' cannot be created: No such file"));
  }
}

}  // namespace
}  // namespace tenon::io

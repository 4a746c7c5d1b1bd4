// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Files that can be read while they are still being written.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cerrno>
#include <optional>

#include "TemporaryFolder.hpp"
#include "comm.hpp"
#include "faults/FailingCalls.hpp"
#include "io/Hdf5File.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

using base::FileError;
using testing::bytesOf;
using testing::comm;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::TemporaryFolder;
using testing::writeBytes;

constexpr int num_steps = 3;

std::string stepPath(int step) {
  return fmt::format("/steps/{:04d}", step);
}

/// Returns the rows of this rank for one step. Rank r has r + 1 rows.
std::vector<double> rowsOf(int step) {
  return std::vector<double>(static_cast<std::size_t>(comm().rank() + 1), 10.0 * step + comm().rank());
}

/// Result file with one group per step, a table that gets one row per step, and a text file that
/// contains the number of the last step.
class GrowingFileWriter {
 public:
  explicit GrowingFileWriter(const TemporaryFolder& folder)
      : folder_(folder), file_(Hdf5File::create(comm(), folder / "a.h5", PartialFile::Use::growing)) {
    base::runOnRoot(comm(), [&] { lines_ = PartialFile::create(folder / "a.csv", PartialFile::Use::growing); });
  }

  void write(int step) {
    file_.writeRows(stepPath(step) + "/x", rowsOf(step));
    file_.writeAttribute(stepPath(step), "time", 0.5 * step);
    file_.appendRow("/table", std::vector<double>{1.0 * step, 2.0 * step});
    file_.appendRow("/column", std::vector<double>{3.0 * step});
    base::runOnRoot(comm(), [&] { lines_->write(2 * (step - 1), fmt::format("{}\n", step)); });
    std::vector<PartialFile*> others;
    if (lines_) others.push_back(&*lines_);
    file_.flush({{folder_ / "a.xdmf", std::to_string(step)}}, others);
  }
  void finish() {
    file_.writeText("/summary", "{}");
    file_.commit({{folder_ / "a.xdmf", "end"}, {folder_ / "a.json", "{}"}});
  }

 private:
  const TemporaryFolder& folder_;
  Hdf5File file_;
  std::optional<PartialFile> lines_;
};

void expectSteps(const TemporaryFolder& folder, int steps, bool finished) {
  const Hdf5File in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_EQ(in.children("/steps").size(), static_cast<std::size_t>(steps));
  EXPECT_EQ(in.rows("/table"), steps);
  EXPECT_EQ(in.exists("/summary"), finished);
  for (int step = 1; step <= steps; ++step) {
    const std::vector<double> mine = rowsOf(step);
    const auto count = static_cast<std::int64_t>(mine.size());
    EXPECT_EQ(in.readRows<double>(stepPath(step) + "/x", comm().exclusiveSum(count), count), mine);
    EXPECT_EQ(in.numberAttribute(stepPath(step), "time"), 0.5 * step);
  }
}

TEST(GrowingFile, IsWholeAfterEachStep) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "a.h5", "old");
  writeBytes(comm(), folder / "a.csv", "old");
  GrowingFileWriter growing(folder);
  EXPECT_EQ(bytesOf(folder / "a.h5"), "old");
  for (int step = 1; step <= num_steps; ++step) {
    growing.write(step);
    expectSteps(folder, step, false);
    EXPECT_EQ(bytesOf(folder / "a.xdmf"), std::to_string(step));
    EXPECT_EQ(bytesOf(folder / "a.csv"), std::string("1\n2\n3\n").substr(0, 2 * static_cast<std::size_t>(step)));
    comm().barrier();
  }
  growing.finish();
  expectSteps(folder, num_steps, true);
  EXPECT_EQ(bytesOf(folder / "a.xdmf"), "end");
}

// Verifies that many steps are readable. HDF5 changes its internal storage with the number of
// objects: groups are stored in another format, and tables get more chunks.
TEST(GrowingFile, OfManySteps) {
  const TemporaryFolder folder;
  GrowingFileWriter growing(folder);
  for (int step = 1; step <= 150; ++step) {
    growing.write(step);
    if (step % 37 == 0) expectSteps(folder, step, false);
    comm().barrier();
  }
}

/// Returns the number of bytes that this process has read and written by system calls.
std::int64_t bytesMoved() {
  std::ifstream file("/proc/self/io");
  std::string name;
  std::int64_t bytes = 0, total = 0;
  while (file >> name >> bytes)
    if (name == "rchar:" || name == "wchar:") total += bytes;
  return total;
}

// Verifies that the bytes read and written per step do not depend on the number of earlier steps.
TEST(GrowingFile, StepsCostTheSame) {
  const TemporaryFolder folder;
  GrowingFileWriter growing(folder);
  int step = 1;
  const auto costOf = [&](int last) {
    const std::int64_t before = bytesMoved();
    const int count = last - step;
    for (; step < last; ++step) growing.write(step);
    return static_cast<double>(bytesMoved() - before) / count;
  };
  costOf(100);
  const double early = costOf(200);
  costOf(1900);
  const double late = costOf(2000);
  if (comm().isRoot()) {
    EXPECT_LT(late, 1.5 * early) << early;
  }
  comm().barrier();
  expectSteps(folder, 1999, false);
}

TEST(GrowingFile, IsNotContinuedAfterTruncation) {
  for (const std::uintmax_t left : {std::uintmax_t{0}, std::uintmax_t{100}, std::uintmax_t{900}}) {
    const TemporaryFolder folder;
    GrowingFileWriter growing(folder);
    growing.write(1);
    growing.write(2);
    if (comm().isRoot()) std::filesystem::resize_file(folder / "a.h5", left);
    comm().barrier();
    EXPECT_THAT(messageOf<FileError>([&] { growing.write(3); }), HasSubstr("truncated or overwritten")) << left;
  }
}

// Verifies that a file with a hole is detected. Rows that one rank writes right after a truncation
// restore the length of the file and leave a hole.
TEST(GrowingFile, IsNotContinuedWithAHole) {
  for (const std::uintmax_t left : {std::uintmax_t{100}, std::uintmax_t{900}}) {
    const TemporaryFolder folder;
    GrowingFileWriter growing(folder);
    growing.write(1);
    growing.write(2);
    if (comm().isRoot()) {
      const std::uintmax_t size = std::filesystem::file_size(folder / "a.h5");
      std::filesystem::resize_file(folder / "a.h5", left);
      std::filesystem::resize_file(folder / "a.h5", size + 1000);
    }
    comm().barrier();
    EXPECT_THAT(messageOf<FileError>([&] { growing.write(3); }), HasSubstr("truncated or overwritten")) << left;
  }
}

TEST(GrowingFile, IsNotContinuedAfterOverwriting) {
  const TemporaryFolder folder;
  GrowingFileWriter growing(folder);
  growing.write(1);
  const std::string first = bytesOf(folder / "a.h5");
  comm().barrier();
  growing.write(2);
  growing.write(3);
  writeBytes(comm(), folder / "a.h5", first + std::string(100000, '\0'));  // same file, longer content
  EXPECT_THAT(messageOf<FileError>([&] { growing.write(4); }), HasSubstr("truncated or overwritten"));
}

TEST(GrowingFile, RemainsWhenItIsAbandoned) {
  const TemporaryFolder folder;
  {
    GrowingFileWriter growing(folder);
    growing.write(1);
    growing.write(2);
  }
  comm().barrier();
  expectSteps(folder, 2, false);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3);
}

TEST(GrowingFile, TheSameStepsAreTheSameBytes) {
  const TemporaryFolder one, other;
  for (const TemporaryFolder* folder : {&one, &other}) {
    GrowingFileWriter growing(*folder);
    for (int step = 1; step <= num_steps; ++step) growing.write(step);
    growing.finish();
  }
  // HDF5 1.10 stores the creation time in the header of the root
  // group. These bytes are not compared.
  constexpr std::size_t header = 112;
  const std::string first = bytesOf(one / "a.h5"), second = bytesOf(other / "a.h5");
  ASSERT_GT(first.size(), header);
  EXPECT_TRUE(first.substr(header) == second.substr(header));
}

TEST(GrowingFile, IsLockedUntilItIsComplete) {
  const TemporaryFolder folder;
  GrowingFileWriter growing(folder);
  for (const int step : {0, 1, 2}) {
    if (step > 0) growing.write(step);
    for (const char* name : {"a.h5", "a.csv"})
      for (const auto use : {PartialFile::Use::once, PartialFile::Use::growing})
        EXPECT_THAT(messageOf<FileError>([&] { PartialFile::create(comm(), folder / name, use); }),
                    HasSubstr("another run is writing it"))
            << step;
  }
}

TEST(GrowingFile, IsNotContinuedAfterReplacement) {
  const TemporaryFolder folder;
  GrowingFileWriter growing(folder);
  growing.write(1);
  writeBytes(comm(), folder / "b.h5", "mine");
  if (comm().isRoot()) std::filesystem::rename(folder / "b.h5", folder / "a.h5");
  comm().barrier();
  EXPECT_THAT(messageOf<FileError>([&] { growing.write(2); }), HasSubstr("removed or replaced"));
  EXPECT_EQ(bytesOf(folder / "a.h5"), "mine");
}

TEST(GrowingFile, ReplacesLeftoversOfATerminatedRun) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "a.h5.partial", "");
  writeBytes(comm(), folder / "a.h5.partial-growing", "half a file");
  {
    GrowingFileWriter growing(folder);
    growing.write(1);
  }
  comm().barrier();
  expectSteps(folder, 1, false);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
}

/// Expects a consistent state after a failure: either the old files, or
/// all steps up to the last complete one.
void expectWhole(const TemporaryFolder& folder, long number) {
  const std::string text = bytesOf(folder / "a.xdmf");
  if (text == "old") {
    EXPECT_EQ(bytesOf(folder / "a.h5"), "old") << number;
    EXPECT_EQ(bytesOf(folder / "a.csv"), "old") << number;
    EXPECT_EQ(bytesOf(folder / "a.json"), "old") << number;
    return;
  }
  SCOPED_TRACE(number);
  const bool finished = text == "end";
  EXPECT_EQ(bytesOf(folder / "a.json"), finished ? "{}" : "old");
  expectSteps(folder, finished ? num_steps : std::stoi(text), finished);
}

/// Repeats the writing of a growing file and lets one system call fail in each repetition, on the
/// ranks where `here` is true.
/// @param error  errno of the failing call
/// @return number of system calls
/// @note Collective.
long failEachCall(bool here, int error) {
  const TemporaryFolder folder;
  for (long number = 1;; ++number) {
    for (const char* name : {"a.h5", "a.xdmf", "a.csv", "a.json"}) writeBytes(comm(), folder / name, "old");
    failCall(folder.path().c_str(), here ? number : 0, error);
    const std::string said = messageOf<FileError>([&] {
      GrowingFileWriter growing(folder);
      for (int step = 1; step <= num_steps; ++step) growing.write(step);
      growing.finish();
    });
    const long calls = comm().max(here ? stopFailing() : (stopFailing(), 0L));
    EXPECT_EQ(comm().any(!said.empty()), !said.empty());
    expectWhole(folder, number);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 4) << number;
    comm().barrier();
    if (calls < number || comm().any(::testing::Test::HasFailure())) return number - 1;
  }
}

TEST(GrowingFile, FaultsLeaveTheStepsBefore) {
  EXPECT_GT(failEachCall(comm().isRoot(), EIO), 30);
  if (comm().size() == 1) return;
  EXPECT_GT(failEachCall(comm().rank() + 1 == comm().size(), EIO), 5);
  failEachCall(true, ENOSPC);
}

}  // namespace
}  // namespace tenon::io

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <gmock/gmock.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <thread>

#include "TemporaryFolder.hpp"
#include "comm.hpp"
#include "faults/FailingCalls.hpp"
#include "io/Hdf5File.hpp"
#include "io/Image.hpp"
#include "io/StagingFolder.hpp"
#include "io/parallelFile.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

using base::FileError;
using testing::bytesOf;
using testing::comm;
using testing::TemporaryFolder;
using testing::writeBytes;

/// Operation that writes files into a folder.
struct WriteOperation {
  std::vector<std::string> files;
  std::function<void(const TemporaryFolder&)> work;
};

std::vector<std::string> contentsOf(const WriteOperation& writing, const TemporaryFolder& folder) {
  comm().barrier();
  std::vector<std::string> contents;
  for (const std::string& name : writing.files) contents.push_back(bytesOf(folder / name));
  comm().barrier();  // before the next files are written
  return contents;
}

void writeOldFiles(const WriteOperation& writing, const TemporaryFolder& folder, bool there) {
  for (const std::string& name : writing.files)
    if (there)
      writeBytes(comm(), folder / name, "old " + name);
    else if (comm().isRoot())
      std::filesystem::remove(folder / name);
  comm().barrier();
}

std::size_t numFiles(const TemporaryFolder& folder) {
  comm().barrier();
  const auto all = std::filesystem::recursive_directory_iterator(folder.path());
  const auto count = std::count_if(begin(all), end(all), [](const auto& entry) { return !entry.is_directory(); });
  comm().barrier();  // before the next files are written
  return static_cast<std::size_t>(count);
}

/// Returns true if `work` throws a FileError. Expects the same
/// outcome on all ranks. @note Collective.
bool failsOnAll(const WriteOperation& writing, const TemporaryFolder& folder) {
  bool failed = false;
  try {
    writing.work(folder);
  } catch (const FileError& error) {
    EXPECT_TRUE(error.isOnAllRanks()) << error.what();
    EXPECT_THAT(error.what(), ::testing::HasSubstr(folder.path()));
    failed = true;
  }
  EXPECT_EQ(comm().any(failed), failed);
  return failed;
}

/// Repeats `writing` and lets one system call fail in each repetition, until each call has failed
/// once. Calls fail on the ranks where `here` is true.
/// @param error  errno of the failing call
/// @param with_old  true if older files of the same names exist
/// @return number of system calls of `writing`
/// @note Collective.
long failEachCall(const WriteOperation& writing, const TemporaryFolder& folder, bool here, int error, bool with_old) {
  writeOldFiles(writing, folder, false);
  EXPECT_FALSE(failsOnAll(writing, folder));
  const std::vector<std::string> whole = contentsOf(writing, folder);
  for (long number = 1;; ++number) {
    writeOldFiles(writing, folder, with_old);
    const std::vector<std::string> old = contentsOf(writing, folder);
    failCall(folder.path().c_str(), here ? number : 0, error);
    const bool failed = failsOnAll(writing, folder);
    const long calls = comm().max(here ? stopFailing() : (stopFailing(), 0L));
    EXPECT_TRUE(contentsOf(writing, folder) == (failed ? old : whole))
        << "call " << number << (failed ? " failed" : "");
    EXPECT_EQ(numFiles(folder), failed && !with_old ? 0 : writing.files.size()) << "call " << number;
    if (calls < number) return number - 1;
    if (::testing::Test::HasFailure()) return 0;
  }
}

const WriteOperation hdf5{{"a.h5", "a.xdmf", "a.json"}, [](const TemporaryFolder& folder) {
                            Hdf5File file = Hdf5File::create(comm(), folder / "a.h5");
                            file.writeRows("/points", std::vector<double>(6, comm().rank()), 3);
                            file.writeRows("/only/last",
                                           std::vector<std::int64_t>(comm().rank() + 1 == comm().size() ? 3 : 0));
                            file.writeText("/case", "objects: {}");
                            file.writeAttribute("/", "title", "a test");
                            file.commit({{folder / "a.xdmf", "<Xdmf/>"}, {folder / "a.json", "{}"}});
                          }};

const WriteOperation lines{{"a.txt"}, [](const TemporaryFolder& folder) {
                             writeLinesInParallel(comm(), folder / "a.txt", "header\n", 3, [](auto item, auto& text) {
                               fmt::format_to(std::back_inserter(text), "{}\n", item);
                             });
                           }};

const WriteOperation picture{{"a.png"}, [](const TemporaryFolder& folder) {
                               Image(4, 3, {255, 255, 255}).writePng(comm(), folder / "a.png");
                             }};

const WriteOperation several{{"out/a.txt", "out/b.txt", "out/c.h5", "out/in/d.txt"}, [](const TemporaryFolder& folder) {
                               StagingFolder staging(comm(), folder / "out");
                               staging.addFolder("in");
                               writeTextAtomically(comm(), staging / "in/d.txt", "d");
                               writeTextAtomically(comm(), staging / "a.txt", "a");
                               writeLinesInParallel(comm(), staging / "b.txt", "b\n", 1, [](auto, auto& text) {
                                 fmt::format_to(std::back_inserter(text), "line\n");
                               });
                               Hdf5File file = Hdf5File::create(comm(), staging / "c.h5");
                               file.writeRows("/x", std::vector<double>(2, 1.0));
                               file.commit();
                               staging.commit();
                             }};

class Faults : public ::testing::TestWithParam<const WriteOperation*> {};

TEST_P(Faults, inAnyCallOnAnyRankEndAllRanksAndKeepOldFiles) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "out/in");
  const bool is_root = comm().isRoot(), is_last = comm().rank() + 1 == comm().size();
  for (const bool with_old : {true, false}) {
    const int error = with_old ? EIO : ENOSPC;
    EXPECT_GT(failEachCall(*GetParam(), folder, is_root, error, with_old), 3);
    if (comm().size() > 1) failEachCall(*GetParam(), folder, is_last, error, with_old);
    if (comm().size() > 1) failEachCall(*GetParam(), folder, true, error, with_old);
  }
}

TEST_P(Faults, partialWritesAreContinued) {
  const TemporaryFolder folder;
  createFolder(comm(), folder / "out/in");
  writeOldFiles(*GetParam(), folder, true);
  ASSERT_FALSE(failsOnAll(*GetParam(), folder));
  const std::vector<std::string> whole = contentsOf(*GetParam(), folder);
  for (long number = 1, calls = number; number <= calls; ++number) {
    writeOldFiles(*GetParam(), folder, true);
    failCall(folder.path().c_str(), number, 0);
    EXPECT_FALSE(failsOnAll(*GetParam(), folder));
    calls = comm().max(stopFailing());
    EXPECT_TRUE(contentsOf(*GetParam(), folder) == whole) << "call " << number;
  }
}

INSTANTIATE_TEST_SUITE_P(In, Faults, ::testing::Values(&hdf5, &lines, &picture, &several));

// Verifies that other threads may write while a call fails. MPI has threads
// of its own that write to each other.
TEST(FailingCalls, ThreadsMayWriteMeanwhile) {
  const TemporaryFolder folder;
  const std::string log = folder / "a log of a name that is on the heap";
  ::setenv("TENON_FAULT_LOG", log.c_str(), 1);
  std::atomic<bool> goes_on{true};
  std::thread other([&] {
    const int null = ::open("/dev/null", O_WRONLY);
    while (goes_on) EXPECT_EQ(::write(null, "x", 1), 1);
    ::close(null);
  });
  const int file = ::open((folder / "a").c_str(), O_WRONLY | O_CREAT, 0600);
  for (int i = 0; i < 300; ++i) {
    failCall(folder.path().c_str(), 2, EIO);
    EXPECT_EQ(::pwrite(file, "x", 1, 0), 1);
    EXPECT_EQ(::pwrite(file, "x", 1, 0), -1);
    EXPECT_EQ(stopFailing(), 2);
  }
  ::close(file);
  goes_on = false;
  other.join();
  ::unsetenv("TENON_FAULT_LOG");
}

void writeNothing(int) {
  [[maybe_unused]] const ssize_t none = ::write(-1, "x", 1);
}

// Number of signals handled. mpirun receives a signal whenever a rank ends.
volatile std::sig_atomic_t signals_handled = 0;

void writeNothingAndCount(int /*signal*/) {
  writeNothing(0);
  signals_handled = signals_handled + 1;
}

// Verifies that signal handlers may write. A timer interrupts the writes at arbitrary points, also
// if all ranks share one core.
TEST(FailingCalls, HandlersOfSignalsMayWriteMeanwhile) {
  const TemporaryFolder folder;
  struct sigaction handler = {}, before = {};
  handler.sa_handler = writeNothingAndCount;
  ::sigaction(SIGUSR1, &handler, &before);
  ::alarm(300);  // terminates the test if it hangs
  failCall(folder.path().c_str(), 1, EIO);
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  timer_t timer = {};
  ASSERT_EQ(::timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
  const itimerspec often = {{0, 20'000}, {0, 20'000}};  // every 20 us
  ASSERT_EQ(::timer_settime(timer, 0, &often, nullptr), 0);
  signals_handled = 0;
  while (signals_handled < 3000) writeNothing(0);
  ::timer_delete(timer);
  EXPECT_EQ(stopFailing(), 0);
  ::alarm(0);
  ::sigaction(SIGUSR1, &before, nullptr);
}

// Verifies that forked child processes may write. mpirun starts ranks by fork.
TEST(FailingCalls, ForkedChildrenMayWriteMeanwhile) {
  const TemporaryFolder folder;
  failCall(folder.path().c_str(), 1, EIO);
  std::atomic<bool> goes_on{true};
  std::thread other([&] {
    while (goes_on) writeNothing(0);
  });
  for (int i = 0; i < 30 && !HasFailure(); ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(300);  // terminates the test if it hangs
      writeNothing(0);
      ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  goes_on = false;
  other.join();
  EXPECT_EQ(stopFailing(), 0);
}

}  // namespace
}  // namespace tenon::io

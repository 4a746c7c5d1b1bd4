// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Runtime.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <malloc.h>
#include <petscsys.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <sstream>
#include <thread>

#include "failures.hpp"
#include "quote.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/HostRuntime.hpp"
#include "tenon/base/runCollectively.hpp"
#include "text.hpp"

namespace tenon::base {
namespace {

MPI_Comm comm_of_failures = MPI_COMM_NULL;
constexpr double failure_timeout = 2.0;  // seconds; ranks that fail for the same reason do so within milliseconds

/// Reason why the requested options were not passed to PETSc; runProgram() reports it.
std::string rejection_reason;

/// Returns the reason why PETSc must not start with these arguments; empty if it may. PETSc reads
/// the options below before tenon can check them: it would end with a banner, or load a foreign
/// library.
std::string rejectionReason(const std::vector<std::string>& words, const std::string& where) {
  const char* const no_library = "link your types into your own program instead";
  static const std::vector<std::pair<std::string, const char*>> reasons{
      {"-options_file_yaml", "use -options_file, which also reads YAML if the file name ends with .yaml"},
      {"-options_string_yaml", "write the options into a file and specify this file with -options_file"},
      {"-dll_append", no_library},
      {"-dll_prepend", no_library}};
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (strcasecmp(words[i].c_str(), "-history") == 0 && words[i + 1][0] != '-' &&
        !std::ofstream(words[i + 1], std::ios::app))  // PETSc would crash
      return fmt::format("{}: {} cannot write '{}'.", where, words[i], words[i + 1]);
  for (const std::string& word : words)
    for (const auto& [name, reason] : reasons)
      if (strcasecmp(word.c_str(), name.c_str()) == 0)
        return fmt::format("{}: tenon does not support PETSc's option {}: {}.", where, word, reason);
  return "";
}

PetscErrorCode printNothing(const char[], ...) {
  return 0;
}

/// Starts PETSc.
/// @throws InputError if PETSc does not start; only invalid options can be the reason
void startPetsc(int count, char** arguments) {
  auto* const usual_print = PetscErrorPrintf;
  PetscErrorPrintf = printNothing;  // suppresses the error banner of PETSc
  const PetscErrorCode code = PetscInitialize(&count, &arguments, nullptr, nullptr);
  PetscErrorPrintf = usual_print;
  if (code == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  int has_mpi = 0, rank = 0;
  MPI_Initialized(&has_mpi);
  if (has_mpi != 0) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // All ranks fail alike, and the message of the first one ends the others.
  if (rank != 0) std::this_thread::sleep_for(std::chrono::duration<double>(failure_timeout));
  throw InputError(describeStartFailure(text, specific));
}

/// PETSC_OPTIONS without -options_file, or empty if an option is rejected, until the end of scope.
class EnvironmentWithoutFiles {
 public:
  EnvironmentWithoutFiles() {
    std::vector<std::string> files;
    std::vector<std::string> words = extractOptionFiles(petscOptionsFromEnvironment(), files);
    if (!rejection_reason.empty()) words.clear();
    if (files.empty() && rejection_reason.empty()) return;
    if (std::getenv("PETSC_OPTIONS") == nullptr) return;
    before_ = std::getenv("PETSC_OPTIONS");
    ::setenv("PETSC_OPTIONS", fmt::format("{}", fmt::join(words, " ")).c_str(), 1);
  }
  ~EnvironmentWithoutFiles() {
    if (!before_.empty()) ::setenv("PETSC_OPTIONS", before_.c_str(), 1);
  }
  EnvironmentWithoutFiles(const EnvironmentWithoutFiles&) = delete;
  EnvironmentWithoutFiles& operator=(const EnvironmentWithoutFiles&) = delete;

 private:
  std::string before_;
};

}  // namespace

std::string describeStartFailure(const char* text, const char* specific) {
  std::string reason = text != nullptr && *text != '\0' ? text : "error";
  if (specific != nullptr && *specific != '\0') reason += fmt::format(": {}", specific);
  return fmt::format("PETSc cannot be initialised with the given options: {}.", reason);
}

std::vector<std::string> extractOptionFiles(const std::vector<std::string>& words, std::vector<std::string>& files) {
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (strcasecmp(words[i].c_str(), "-options_file") == 0)
      files.push_back(++i < words.size() ? words[i] : "");
    else
      others.push_back(words[i]);
  return others;
}

std::vector<std::string> petscOptionsFromEnvironment() {
  const char* text = std::getenv("PETSC_OPTIONS");
  std::istringstream stream(text != nullptr ? text : "");
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

void requestThreads() {
  PETSC_MPI_THREAD_REQUIRED = MPI_THREAD_MULTIPLE;
}

Runtime::Runtime(const std::vector<std::string>& petsc_options) {
  std::vector<std::string> ignored;
  std::vector<std::string> words = extractOptionFiles(petsc_options, ignored);
  rejection_reason = rejectionReason(words, "the command line");
  if (rejection_reason.empty())
    rejection_reason = rejectionReason(petscOptionsFromEnvironment(), "the environment (PETSC_OPTIONS)");
  if (!rejection_reason.empty()) words.clear();
  words.insert(words.begin(), "tenon");
  words.emplace_back("-skip_petscrc");  // a .petscrc in the current folder could load libraries without being requested
  // PETSc keeps the pointers until PetscFinalize(); the arguments therefore exist as long as the
  // program.
  static std::vector<std::string> kept;
  static std::vector<char*> pointers;
  kept = std::move(words);
  pointers.clear();
  for (auto& word : kept) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(kept.size());
  char** arguments = pointers.data();
  const EnvironmentWithoutFiles environment;
  startPetsc(count, arguments);
  TENON_PETSC(PetscOptionsClearValue(nullptr, "-skip_petscrc"));
  TENON_PETSC(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
  TENON_PETSC(PetscPopSignalHandler());
  std::signal(SIGPIPE, SIG_IGN);  // a closed standard output is then only an error of the write
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is then only an error of the write
  TENON_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  TENON_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm_of_failures));
  TENON_HDF5(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));
}

Runtime::~Runtime() {
  MPI_Comm_free(&comm_of_failures);
  // Unused options are reported by tenon before the end; PETSc's own list is suppressed unless it
  // is requested.
  PetscBool asked = PETSC_FALSE;
  PetscOptionsHasName(nullptr, nullptr, "-options_left", &asked);
  if (asked == PETSC_FALSE) PetscOptionsSetValue(nullptr, "-options_left", "false");
  PetscFinalize();
}

namespace {

/// Returns the failures of all ranks, as far as this rank can determine them.
Failures failuresOfAll(int priority = 0) {
  int initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised == 0 || comm_of_failures == MPI_COMM_NULL) return {true, true};
  return gatherFailures(comm_of_failures, failure_timeout, priority);
}

/// Reports `sentence` if this is the lowest of the failed ranks; aborts all ranks unless all have
/// failed.
void reportOrAbort(const std::string& sentence, ExitCode code, const Failures& failures) {
  if (failures.is_first) printError(sentence);
  if (failures.on_all_ranks) return;
  // The lowest failed rank prints its message, and its MPI_Abort also ends this rank.
  if (!failures.is_first) std::this_thread::sleep_for(std::chrono::duration<double>(failure_timeout));
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
}

int report(const std::string& sentence, ExitCode code, bool on_all_ranks) {
  reportOrAbort(sentence, code, on_all_ranks ? Failures{Communicator::world().isRoot(), true} : failuresOfAll());
  return static_cast<int>(code);
}

}  // namespace

namespace {

/// Returns the first hundred lines of a string and the number of the remaining lines.
std::string firstLines(const std::string& text) {
  constexpr int most = 100;
  std::size_t end = 0;
  for (int line = 0; line < most && end != std::string::npos; ++line) end = text.find('\n', line == 0 ? 0 : end + 1);
  if (end == std::string::npos) return text;
  return fmt::format("{}\nand {} more.", text.substr(0, end),
                     std::count(text.begin() + static_cast<long>(end), text.end(), '\n'));
}

}  // namespace

void printError(const std::string& sentence) {
  std::fflush(stdout);
  std::fprintf(stderr, "tenon: error: %s\n", printable(truncateQuotes(firstLines(sentence))).c_str());
  std::fflush(stderr);
}

void attachToHost() {
  int initialised = 0, finalised = 0;
  PetscBool has_petsc = PETSC_FALSE;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  PetscInitialized(&has_petsc);
  if (initialised == 0 || finalised != 0 || has_petsc == PETSC_FALSE)
    throw InputError(
        "tenon needs MPI and PETSc: initialise both before the first use of tenon and finalise them after the last "
        "use.");
  if (comm_of_failures != MPI_COMM_NULL) return;
  comm_of_failures = MPI_COMM_WORLD;  // a duplicate would require that all ranks call this function
  TENON_HDF5(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));
}

void abortUnlessAllFail(int code, bool knows_cause, const std::function<void()>& report) {
  const Failures failures = failuresOfAll(knows_cause ? 1 : 0);
  if (failures.is_first && report) report();
  if (failures.on_all_ranks) return;
  // The lowest failed rank ends the others, which may still have to print their messages.
  if (!failures.is_first) std::this_thread::sleep_for(std::chrono::duration<double>(failure_timeout));
  MPI_Abort(MPI_COMM_WORLD, code);
}

ScopedFailureCommunicator::ScopedFailureCommunicator(const Communicator& comm) : previous_(comm_of_failures) {
  MPI_Comm copy = MPI_COMM_NULL;
  TENON_MPI(MPI_Comm_dup(comm.mpi(), &copy));
  comm_of_failures = copy;
}

ScopedFailureCommunicator::~ScopedFailureCommunicator() {
  MPI_Comm_free(&comm_of_failures);
  comm_of_failures = previous_;
}

void abortUnlessOnAllRanks(const std::string& sentence, ExitCode code, const std::function<void()>& before_abort) {
  const Failures failures = failuresOfAll();
  if (failures.on_all_ranks) return;
  if (failures.is_first && before_abort) before_abort();
  reportOrAbort(sentence, code, failures);
}

void ensureStandardStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // open() returns the lowest free number, which is `descriptor`.
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", O_RDONLY);
}

void requireStandardOutput(const Communicator& comm) {
  runOnRoot(comm, [] {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    std::clearerr(stdout);
    throw FileError("Cannot write to standard output: it is closed, or the disk is full.");
  });
}

int runProgram(const std::function<void()>& program) {
  try {
    if (!rejection_reason.empty()) {
      InputError refused(rejection_reason);
      refused.markOnAllRanks();
      throw refused;
    }
    program();
    return static_cast<int>(ExitCode::ok);
  } catch (const Error& error) {
    return report(error.what(), error.code(), error.isOnAllRanks());
  } catch (const std::filesystem::filesystem_error& error) {
    return report(messageOf(error), ExitCode::files, false);
  } catch (const std::bad_alloc&) {
    return report("this rank ran out of memory: use more ranks or a smaller mesh.", ExitCode::internal, false);
  } catch (const std::exception& error) {
    return report(error.what(), ExitCode::internal, false);
  }
}

double peakMemoryMiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void resetPeakMemory() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

void releaseFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace tenon::base

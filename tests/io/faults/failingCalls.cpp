// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FailingCalls.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

// This file takes no lock and allocates no heap memory unless a call fails. mpirun
// and the threads of MPI write from signal handlers and from forked child processes
// while another write is in progress.

/// Failure that one failCall() has requested.
struct FailurePlan {
  const std::string below;  // the folder with a trailing slash
  const long number;
  const int error;
  const FailurePlan* const before;  // plans are never destroyed: threads may write until the process ends
  std::atomic<bool> goes_on{true};
  std::atomic<long> count{0};
  std::atomic<const char*> failed{""};
};
std::atomic<FailurePlan*> plan{nullptr};

thread_local bool inside = false;  // true during calls made here, which are not counted

/// Function `name` of the next library in the search order (dlsym, RTLD_NEXT).
template <class Function>
class NextFunction {
 public:
  constexpr explicit NextFunction(const char* name) : name_(name) {}

  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    Function* function = function_;
    if (function == nullptr) function_ = function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name_));
    return function(arguments...);
  }

 private:
  const char* name_;
  std::atomic<Function*> function_{nullptr};
};

NextFunction<ssize_t(int, const void*, size_t)> next_write("write");
NextFunction<ssize_t(int, const void*, size_t, off_t)> next_pwrite("pwrite");
NextFunction<ssize_t(int, const iovec*, int)> next_writev("writev");
NextFunction<int(int)> next_fsync("fsync");
NextFunction<int(int, off_t)> next_ftruncate("ftruncate");
NextFunction<int(int, int, off_t, off_t)> next_fallocate("fallocate");
NextFunction<int(const char*, const char*)> next_link("link");
NextFunction<int(const char*, const char*)> next_rename("rename");
NextFunction<int(const char*, int, ...)> next_open("open");

bool isBelow(const std::string& folder, const char* path) {
  if (path[0] == '/') return std::strncmp(path, folder.c_str(), folder.size()) == 0;
  char whole[8192];
  if (getcwd(whole, sizeof(whole) / 2) == nullptr) return false;
  const std::size_t length = std::strlen(whole);
  std::snprintf(whole + length, sizeof(whole) - length, "/%s", path);
  return std::strncmp(whole, folder.c_str(), folder.size()) == 0;
}

bool isBelow(const std::string& folder, int descriptor) {
  char link[64], path[4096];
  std::snprintf(link, sizeof(link), "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof(path) - 1);
  if (length <= 0 || path[0] != '/') return false;  // for example a pipe
  path[length] = '\0';
  return isBelow(folder, path);
}

const char* rankOfWorld() {
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  return rank != nullptr ? rank : "0";
}

/// Appends one line to the log in a single write: when a call fails, and at the end of the process.
/// mpirun terminates a rank as soon as another rank has failed. The line at the end may therefore
/// be missing, but never the line of the failed call.
void writeLog(const FailurePlan& now) {
  const char* log = std::getenv("TENON_FAULT_LOG");
  if (log == nullptr || now.count == 0) return;  // auxiliary processes of MPI inherit the environment
  inside = true;
  if (std::FILE* file = std::fopen((std::string(log) + "." + rankOfWorld()).c_str(), "a")) {
    std::fprintf(file, "%ld %s\n", now.count.load(), now.failed.load());
    std::fclose(file);
  }
  inside = false;
}

/// Outcome of a call. Only writes can be executed half.
enum class Outcome { works, fails, half };

template <class File>
Outcome outcomeOf(const char* name, File file, bool has_half = false) {
  FailurePlan* const now = plan;
  if (inside || now == nullptr || !now->goes_on || (now->error == 0 && !has_half)) return Outcome::works;
  if (!isBelow(now->below, file) || ++now->count != now->number) return Outcome::works;
  now->failed = name;
  writeLog(*now);
  if (now->error == 0) return Outcome::half;
  errno = now->error;
  return Outcome::fails;
}
template <class File>
bool fails(const char* name, File file) {
  return outcomeOf(name, file) == Outcome::fails;
}

struct PlanFromEnvironment {
  PlanFromEnvironment() {
    const char* folder = std::getenv("TENON_FAULT_FOLDER");
    if (folder == nullptr || std::getenv("TENON_FAULT_NUMBER") == nullptr) return;
    const char* only = std::getenv("TENON_FAULT_RANK");
    const bool here = only == nullptr || std::strcmp(only, rankOfWorld()) == 0;
    failCall(folder, here ? std::atol(std::getenv("TENON_FAULT_NUMBER")) : 0,
             std::atoi(std::getenv("TENON_FAULT_ERROR")));
  }
  ~PlanFromEnvironment() {
    if (plan != nullptr) writeLog(*plan);
  }
} from_environment;

}  // namespace

extern "C" {

void failCall(const char* folder, long number, int error) {
  plan = new FailurePlan{std::string(folder) + "/", number, error, plan};
}

long stopFailing() {
  FailurePlan& now = *plan;
  now.goes_on = false;
  return now.count;
}

ssize_t write(int file, const void* bytes, size_t size) {
  const Outcome outcome = outcomeOf("write", file, true);
  if (outcome == Outcome::fails) return -1;
  return next_write(file, bytes, outcome == Outcome::half ? size / 2 : size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  const Outcome outcome = outcomeOf("pwrite", file, true);
  if (outcome == Outcome::fails) return -1;
  return next_pwrite(file, bytes, outcome == Outcome::half ? (size + 1) / 2 : size, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return pwrite(file, bytes, size, offset);
}

ssize_t writev(int file, const iovec* parts, int count) {
  if (fails("writev", file)) return -1;
  return next_writev(file, parts, count);
}

int fsync(int file) {
  return fails("fsync", file) ? -1 : next_fsync(file);
}

int ftruncate(int file, off_t size) noexcept {
  return fails("ftruncate", file) ? -1 : next_ftruncate(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
  return ftruncate(file, size);
}

int fallocate(int file, int mode, off_t offset, off_t size) {
  return fails("fallocate", file) ? -1 : next_fallocate(file, mode, offset, size);
}

int fallocate64(int file, int mode, off64_t offset, off64_t size) {
  return fallocate(file, mode, offset, size);
}

int link(const char* from, const char* to) noexcept {
  return fails("link", to) ? -1 : next_link(from, to);
}

int rename(const char* from, const char* to) noexcept {
  return fails("rename", to) ? -1 : next_rename(from, to);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & O_ACCMODE) != O_RDONLY && fails("open", path)) return -1;
  return next_open(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

}  // extern "C"

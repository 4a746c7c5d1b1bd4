#include "FailingCalls.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

struct State {
  std::mutex mutex;    // MPI has threads of its own, which write to each other
  std::string folder;  // empty: nothing counts
  long number = 0, count = 0;
  int error = 0;
  std::string failed;
};

/// Never destroyed: threads may write until the very end.
State& state() {
  static State& only = *new State;
  return only;
}
using Lock = std::lock_guard<std::mutex>;

thread_local bool inside = false;  // what is called here does not count

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool isBelow(const std::string& path) {
  return path.compare(0, state().folder.size() + 1, state().folder + "/") == 0;
}

bool isBelow(int descriptor) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(link.c_str(), path, sizeof(path));
  return length > 0 && isBelow(std::string(path, static_cast<std::size_t>(length)));
}

bool isBelow(const char* path) {
  char here[4096];
  if (path[0] == '/') return isBelow(std::string(path));
  return getcwd(here, sizeof(here)) != nullptr && isBelow(std::string(here) + "/" + path);
}

const char* rankOfWorld() {
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  return rank != nullptr ? rank : "0";
}

/// One line more, in one piece: at once where a call fails, and at the end. mpirun ends a rank as soon as another one
/// has ended with an error, so that the line of the end may be missing, but never the failed call's. The state is
/// locked.
void writeLog() {
  const char* log = std::getenv("TENON_FAULT_LOG");
  if (log == nullptr || state().count == 0) return;  // helpers of MPI get the environment, too
  inside = true;
  if (std::FILE* file = std::fopen((std::string(log) + "." + rankOfWorld()).c_str(), "a")) {
    std::fprintf(file, "%ld %s\n", state().count, state().failed.c_str());
    std::fclose(file);
  }
  inside = false;
}

/// Only what writes can do half of its work.
enum class Outcome { works, fails, half };

template <class File>
Outcome outcomeOf(const char* name, File file, bool has_half = false) {
  if (inside) return Outcome::works;
  State& now = state();
  const Lock lock(now.mutex);
  if (now.folder.empty() || (now.error == 0 && !has_half)) return Outcome::works;
  if (!isBelow(file) || ++now.count != now.number) return Outcome::works;
  now.failed = name;
  writeLog();
  if (now.error == 0) return Outcome::half;
  errno = now.error;
  return Outcome::fails;
}
template <class File>
bool fails(const char* name, File file) {
  return outcomeOf(name, file) == Outcome::fails;
}

struct FromEnvironment {
  FromEnvironment() {
    const char* folder = std::getenv("TENON_FAULT_FOLDER");
    if (folder == nullptr || std::getenv("TENON_FAULT_NUMBER") == nullptr) return;
    const char* only = std::getenv("TENON_FAULT_RANK");
    const bool here = only == nullptr || std::strcmp(only, rankOfWorld()) == 0;
    failCall(folder, here ? std::atol(std::getenv("TENON_FAULT_NUMBER")) : 0,
             std::atoi(std::getenv("TENON_FAULT_ERROR")));
  }
  ~FromEnvironment() {
    const Lock lock(state().mutex);
    writeLog();
  }
} from_environment;

}  // namespace

extern "C" {

void failCall(const char* folder, long number, int error) {
  State& now = state();
  const Lock lock(now.mutex);
  now.folder = folder, now.number = number, now.count = 0, now.error = error, now.failed.clear();
}

long stopFailing() {
  const Lock lock(state().mutex);
  state().folder.clear();
  return state().count;
}

ssize_t write(int file, const void* bytes, size_t size) {
  const Outcome outcome = outcomeOf("write", file, true);
  if (outcome == Outcome::fails) return -1;
  return next<ssize_t(int, const void*, size_t)>("write")(file, bytes, outcome == Outcome::half ? size / 2 : size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  const Outcome outcome = outcomeOf("pwrite", file, true);
  if (outcome == Outcome::fails) return -1;
  return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(
      file, bytes, outcome == Outcome::half ? (size + 1) / 2 : size, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return pwrite(file, bytes, size, offset);
}

ssize_t writev(int file, const iovec* parts, int count) {
  if (fails("writev", file)) return -1;
  return next<ssize_t(int, const iovec*, int)>("writev")(file, parts, count);
}

int fsync(int file) {
  return fails("fsync", file) ? -1 : next<int(int)>("fsync")(file);
}

int ftruncate(int file, off_t size) noexcept {
  return fails("ftruncate", file) ? -1 : next<int(int, off_t)>("ftruncate")(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
  return ftruncate(file, size);
}

int fallocate(int file, int mode, off_t offset, off_t size) {
  return fails("fallocate", file) ? -1 : next<int(int, int, off_t, off_t)>("fallocate")(file, mode, offset, size);
}

int fallocate64(int file, int mode, off64_t offset, off64_t size) {
  return fallocate(file, mode, offset, size);
}

int link(const char* from, const char* to) noexcept {
  return fails("link", to) ? -1 : next<int(const char*, const char*)>("link")(from, to);
}

int rename(const char* from, const char* to) noexcept {
  return fails("rename", to) ? -1 : next<int(const char*, const char*)>("rename")(from, to);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & O_ACCMODE) != O_RDONLY && fails("open", path)) return -1;
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

}  // extern "C"

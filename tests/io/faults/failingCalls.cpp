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
#include <string>
#include <utility>

namespace {

struct State {
  std::string folder;  // empty: nothing counts
  long number = 0, count = 0;
  int error = 0;
  std::string failed;
};
State state;

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool isBelow(const std::string& path) {
  return path.compare(0, state.folder.size() + 1, state.folder + "/") == 0;
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

/// One line more, in one piece: at once where a call fails, and at the end. mpirun ends a rank as soon as another one has ended
/// with an error, so that the line of the end may be missing, but never the failed call's.
void writeLog() {
  const char* log = std::getenv("TENON_FAULT_LOG");
  if (log == nullptr || state.count == 0) return;  // helpers of MPI get the environment, too
  std::string folder;
  std::swap(folder, state.folder);  // calls of the log itself do not count
  if (std::FILE* file = std::fopen((std::string(log) + "." + rankOfWorld()).c_str(), "a")) {
    std::fprintf(file, "%ld %s\n", state.count, state.failed.c_str());
    std::fclose(file);
  }
  std::swap(folder, state.folder);
}

/// Whether this call is the one that fails. Only what writes can do half of it.
template <class File>
bool fails(const char* name, File file, bool has_half = false) {
  if (state.folder.empty() || (state.error == 0 && !has_half)) return false;
  if (!isBelow(file) || ++state.count != state.number) return false;
  state.failed = name;
  writeLog();
  return true;
}

/// What a call gives back that fails; `half` does it with half the bytes.
template <class Result, class Half>
Result failedWrite(Half half) {
  if (state.error == 0) return half();
  errno = state.error;
  return -1;
}

int failed() {
  errno = state.error;
  return -1;
}

struct FromEnvironment {
  FromEnvironment() {
    const char* folder = std::getenv("TENON_FAULT_FOLDER");
    if (folder == nullptr || std::getenv("TENON_FAULT_NUMBER") == nullptr) return;
    const char* only = std::getenv("TENON_FAULT_RANK");
    const bool here = only == nullptr || std::strcmp(only, rankOfWorld()) == 0;
    failCall(folder, here ? std::atol(std::getenv("TENON_FAULT_NUMBER")) : 0, std::atoi(std::getenv("TENON_FAULT_ERROR")));
  }
  ~FromEnvironment() { writeLog(); }
} from_environment;

}  // namespace

extern "C" {

void failCall(const char* folder, long number, int error) {
  state = {folder, number, 0, error, ""};
}

long stopFailing() {
  state.folder.clear();
  return state.count;
}

ssize_t write(int file, const void* bytes, size_t size) {
  const auto real = next<ssize_t(int, const void*, size_t)>("write");
  if (fails("write", file, true)) return failedWrite<ssize_t>([&] { return real(file, bytes, size / 2); });
  return real(file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  const auto real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  if (fails("pwrite", file, true)) return failedWrite<ssize_t>([&] { return real(file, bytes, (size + 1) / 2, offset); });
  return real(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return pwrite(file, bytes, size, offset);
}

ssize_t writev(int file, const iovec* parts, int count) {
  if (fails("writev", file)) return failed();
  return next<ssize_t(int, const iovec*, int)>("writev")(file, parts, count);
}

int fsync(int file) {
  return fails("fsync", file) ? failed() : next<int(int)>("fsync")(file);
}

int ftruncate(int file, off_t size) noexcept {
  return fails("ftruncate", file) ? failed() : next<int(int, off_t)>("ftruncate")(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
  return ftruncate(file, size);
}

int fallocate(int file, int mode, off_t offset, off_t size) {
  return fails("fallocate", file) ? failed() : next<int(int, int, off_t, off_t)>("fallocate")(file, mode, offset, size);
}

int fallocate64(int file, int mode, off64_t offset, off64_t size) {
  return fallocate(file, mode, offset, size);
}

int link(const char* from, const char* to) noexcept {
  return fails("link", to) ? failed() : next<int(const char*, const char*)>("link")(from, to);
}

int rename(const char* from, const char* to) noexcept {
  return fails("rename", to) ? failed() : next<int(const char*, const char*)>("rename")(from, to);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & O_ACCMODE) != O_RDONLY && fails("open", path)) return failed();
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

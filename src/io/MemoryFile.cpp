#include "tenon/io/MemoryFile.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

[[noreturn]] void fail(int reason) {
  throw base::FileError(fmt::format("a file in memory failed: {}.", std::strerror(reason)));
}

}  // namespace

MemoryFile::MemoryFile() : file_(::memfd_create("tenon", MFD_CLOEXEC)) {
  if (!file_) fail(errno);
}

std::string MemoryFile::path() const {
  return fmt::format("/proc/self/fd/{}", file_.id());
}

std::int64_t MemoryFile::size() const {
  struct stat status {};
  if (::fstat(file_.id(), &status) != 0) fail(errno);
  return status.st_size;
}

void MemoryFile::read(std::int64_t offset, gsl::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(file_.id(), bytes.data(), bytes.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(count == 0 ? EIO : errno);
    offset += count;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace tenon::io

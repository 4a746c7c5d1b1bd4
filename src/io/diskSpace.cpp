#include "tenon/io/diskSpace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tenon/base/Error.hpp"

namespace tenon::io {

void claimDiskSpace(const std::string& path, std::int64_t size) {
  if (size <= 0) return;
  const int descriptor = ::open(path.c_str(), O_RDWR);
  int reason = descriptor < 0 || ::fallocate(descriptor, 0, 0, size) != 0 ? errno : 0;
  struct stat status {};
  if (reason == EOPNOTSUPP || reason == ENOSYS) {
    std::error_code error;
    const auto space = std::filesystem::space(path, error);
    const bool known = !error && ::fstat(descriptor, &status) == 0;
    const std::int64_t missing = size - std::int64_t{512} * status.st_blocks;
    reason = known && missing > 0 && static_cast<std::uintmax_t>(missing) > space.available ? ENOSPC : 0;
  }
  if (descriptor >= 0) ::close(descriptor);
  if (reason != 0) throw base::FileError(fmt::format("{}.", std::strerror(reason)));
}

std::string freeSpaceNote(const std::string& path) {
  std::error_code error;
  const auto space = std::filesystem::space(path, error);
  return error ? "" : fmt::format(" ({:.1f} MB are free there)", static_cast<double>(space.available) / 1e6);
}

}  // namespace tenon::io

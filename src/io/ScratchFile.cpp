// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ScratchFile.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "io/Checksum.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

gsl::span<const char> bytesOf(gsl::span<const double> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

std::uint64_t checksumOf(gsl::span<const double> values) {
  Checksum checksum;
  checksum.add(0, bytesOf(values));
  return checksum.value();
}

/// Transfers all bytes by repeated calls of `transfer`, which may transfer only a part of them.
/// @return 0, or the error number of the failed call
template <class Transfer>
int transferAll(std::size_t count, const Transfer& transfer) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t now = transfer(done);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) return errno;
    if (now == 0) return EIO;
    done += static_cast<std::size_t>(now);
  }
  return 0;
}

}  // namespace

void ScratchFile::fail(const char* action, int reason) const {
  throw base::FileError(
      fmt::format("The temporary file of {} in the folder '{}' cannot be {}: {}. Free disk space, "
                  "or increase the memory for {}.",
                  content_, folder_, action, std::strerror(reason), content_));
}

void ScratchFile::open() {
  std::string name = folder_ + "/.tenon-XXXXXX";
  file_ = FileDescriptor(::mkstemp(name.data()));
  if (!file_) fail("created", errno);
  ::unlink(name.c_str());
}

ScratchFile::Location ScratchFile::append(gsl::span<const double> values) {
  if (!file_) open();
  const gsl::span<const char> bytes = bytesOf(values);
  const int reason = transferAll(bytes.size(), [&](std::size_t done) {
    return ::pwrite(file_.id(), bytes.data() + done, bytes.size() - done, end_ + static_cast<off_t>(done));
  });
  if (reason != 0) fail("written", reason);
  const Location location{end_, values.size(), checksumOf(values)};
  end_ += static_cast<std::int64_t>(bytes.size());
  return location;
}

void ScratchFile::read(const Location& location, gsl::span<double> values) const {
  char* const bytes = reinterpret_cast<char*>(values.data());
  const std::size_t count = location.count * sizeof(double);
  const int reason = transferAll(count, [&](std::size_t done) {
    return ::pread(file_.id(), bytes + done, count - done, location.offset + static_cast<off_t>(done));
  });
  if (reason != 0) fail("read", reason);
  if (checksumOf(values) != location.checksum)
    throw base::FileError(fmt::format(
        "The temporary file of {} in the folder '{}' has changed since it was written: check the disk, or choose "
        "another folder.",
        content_, folder_));
}

}  // namespace tenon::io

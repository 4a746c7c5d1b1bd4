// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AppendedFile.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

std::string reason() {
  return std::generic_category().message(errno);
}

/// Returns the contents of an open file.
std::string contentsOf(int file, const std::string& path) {
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t count = ::pread(file, buffer, sizeof(buffer), static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw base::FileError(fmt::format("Cannot read '{}': {}.", path, reason()));
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace

AppendedFile::AppendedFile(std::string path, const std::string& writer, bool overwrite)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (!file_) fail(reason());
  if (::flock(file_.id(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    fail(fmt::format("another {} is writing this file", writer));
  if (!overwrite) text_ = contentsOf(file_.id(), path_);
  text_.resize(text_.empty() ? 0 : text_.rfind('\n') + 1);  // npos + 1 is 0
}

void AppendedFile::keepCompleteLines() const {
  if (::ftruncate(file_.id(), static_cast<off_t>(text_.size())) != 0) fail(reason());
}

void AppendedFile::append(const std::string& lines) const {
  const ssize_t written = ::write(file_.id(), lines.data(), lines.size());
  if (written != static_cast<ssize_t>(lines.size())) fail(written < 0 ? reason() : "the disk is full");
  if (::fsync(file_.id()) != 0 && errno != EINVAL && errno != EROFS) fail(reason());
}

void AppendedFile::fail(const std::string& reason) const {
  throw base::FileError(fmt::format("Cannot write '{}': {}.", path_, reason));
}

}  // namespace tenon::io

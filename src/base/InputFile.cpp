// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InputFile.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tenon/base/Error.hpp"

namespace tenon::base {

// O_NONBLOCK is needed because opening a pipe would wait for a writer.
InputFile::InputFile(std::string what, std::string path)
    : what_(std::move(what)),
      path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  struct stat status {};
  const int reason = descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 ? errno : 0;
  const bool is_regular = reason == 0 && S_ISREG(status.st_mode);
  if (is_regular) {
    size_ = static_cast<std::size_t>(status.st_size);
    return;
  }
  if (descriptor_ >= 0) ::close(descriptor_);
  if (reason != 0) fail(std::strerror(reason));
  fail(S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

void InputFile::read(char* to, std::size_t bytes) const {
  while (bytes > 0) {
    const ssize_t got = ::read(descriptor_, to, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(std::strerror(errno));
    if (got == 0) fail("it was truncated while it was being read");
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

std::string InputFile::contents() const {
  std::string text(size_, '\0');
  read(text.data(), text.size());
  return text;
}

void InputFile::fail(const std::string& reason) const {
  throw FileError(fmt::format("Cannot read {} '{}': {}.", what_, path_, reason));
}

}  // namespace tenon::base

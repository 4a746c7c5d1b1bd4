// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <unistd.h>

#include <utility>

namespace tenon::io {

/// Owner of a file descriptor of the operating system, which the destructor closes; may be empty.
/// Move-only.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int id) : id_(id) {}
  FileDescriptor(FileDescriptor&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  /// Returns the file descriptor; negative if the owner is empty.
  int id() const { return id_; }
  /// Returns true if a file is open.
  explicit operator bool() const { return id_ >= 0; }
  /// Closes the file.
  void close() {
    if (id_ >= 0) ::close(std::exchange(id_, -1));
  }

 private:
  int id_ = -1;
};

}  // namespace tenon::io

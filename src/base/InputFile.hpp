// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>

namespace tenon::base {

/// A regular file that one rank reads as a whole. Folders, pipes and devices are rejected: opening
/// a pipe could block, and a device may have no end.
/// @note Not collective.
class InputFile {
 public:
  /// Opens a file.
  /// @param what  role of the file in messages, such as "the mesh"
  /// @throws FileError "Cannot read the mesh 'a.msh': <reason>."
  InputFile(std::string what, std::string path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Size of the file, in bytes.
  std::size_t size() const { return size_; }
  /// Reads the next `bytes` bytes into `to`. @throws FileError if the file has fewer bytes left.
  void read(char* to, std::size_t bytes) const;
  /// Reads the complete file; to be called directly after opening.
  /// @throws FileError if reading fails
  std::string contents() const;

 private:
  [[noreturn]] void fail(const std::string& reason) const;

  std::string what_, path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

}  // namespace tenon::base

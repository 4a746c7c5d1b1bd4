// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "FileDescriptor.hpp"

namespace tenon::io {

/// Text file to which lines are appended, so that an interrupted program can be continued: each
/// append() is one write that is flushed to disk. The file is locked during the lifetime of the
/// object. Move-only.
/// @note Not collective: used by the root only.
class AppendedFile {
 public:
  /// Creates an object without a file.
  AppendedFile() = default;
  /// Opens a file, or creates it if it does not exist.
  /// @param path      path of the file
  /// @param writer    designation of the programs that write such files for messages, such as
  ///   "study"
  /// @param overwrite true if the contents of an existing file are removed
  /// @throws FileError if the file cannot be written, or if another program is writing it
  AppendedFile(std::string path, const std::string& writer, bool overwrite);

  /// Returns the complete lines that the file contained when it was opened.
  const std::string& text() const { return text_; }
  /// Reduces the file to text(): removes an incomplete last line, which an interruption may leave.
  /// @throws FileError if the file cannot be written
  void keepCompleteLines() const;
  /// Appends lines.
  /// @throws FileError if they cannot be written
  void append(const std::string& lines) const;

 private:
  [[noreturn]] void fail(const std::string& reason) const;

  std::string path_, text_;
  FileDescriptor file_;
};

}  // namespace tenon::io

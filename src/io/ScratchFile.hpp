// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <gsl/span>
#include <string>

#include "io/FileDescriptor.hpp"

namespace tenon::io {

/// Temporary file of one rank for arrays of numbers that do not fit into memory. The file is
/// created by the first append() with a unique name in a folder, and its name is removed at once:
/// the operating system releases its disk space when the program ends in any way. A checksum
/// verifies each array that is read. Not collective.
class ScratchFile {
 public:
  /// Location of an array in the file.
  struct Location {
    std::int64_t offset = 0;     ///< first byte
    std::size_t count = 0;       ///< number of values
    std::uint64_t checksum = 0;  ///< checksum of the bytes
  };

  /// Creates an empty object.
  /// @param folder   existing folder of the file
  /// @param content  noun phrase for messages, such as "the trajectory"
  ScratchFile(std::string folder, std::string content) : folder_(std::move(folder)), content_(std::move(content)) {}

  /// Appends values.
  /// @return location for read()
  /// @throws FileError if the file cannot be created or written
  Location append(gsl::span<const double> values);
  /// Reads values that append() has written.
  /// @param values  [location.count] destination
  /// @throws FileError if the file cannot be read, or if its contents have changed
  void read(const Location& location, gsl::span<double> values) const;
  /// Discards all values behind a byte, from which the next append() continues.
  void truncate(std::int64_t offset) { end_ = offset; }
  /// Returns the size of the contents in bytes.
  std::int64_t size() const { return end_; }

 private:
  void open();
  [[noreturn]] void fail(const char* action, int reason) const;

  std::string folder_, content_;
  FileDescriptor file_;
  std::int64_t end_ = 0;
};

}  // namespace tenon::io

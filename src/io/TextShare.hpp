// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Throws FileError if the file does not exist or is a folder, a pipe or a device.
/// @note Not collective.
void requireRegularFile(const std::string& path);

/// Share of this rank in the lines of a text file that all ranks read together: contiguous lines in
/// rank order, with about the same number of bytes on each rank.
class TextShare {
 public:
  /// Reads the share of this rank.
  /// @throws FileError on all ranks if the file cannot be read
  /// @note Collective.
  TextShare(const base::Communicator& comm, const std::string& path);

  /// Calls work(line, number) for each line of this rank, without its line end; line numbers start
  /// at 1 and refer to the whole file.
  void forEachLine(const std::function<void(std::string_view line, std::int64_t number)>& work) const;

 private:
  std::string text_;
  std::int64_t first_ = 1;  // number of the first line
};

}  // namespace tenon::io

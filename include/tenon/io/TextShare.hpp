#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// FileError where there is no such file, or it is a folder, a pipe or a device. On this rank alone.
void requireRegularFile(const std::string& path);

/// This rank's share of the lines of a text file, which all ranks read together: about the same number of bytes each,
/// one rank's lines after the other's.
class TextShare {
 public:
  /// Collective; FileError on all ranks where it cannot be read.
  TextShare(const base::Communicator& comm, const std::string& path);

  /// Calls work(line, number) for each line of this rank, without its end; numbers count from 1 in the whole file.
  void forEachLine(const std::function<void(std::string_view line, std::int64_t number)>& work) const;

 private:
  std::string text_;
  std::int64_t first_ = 1;  // number of the first line
};

}  // namespace tenon::io

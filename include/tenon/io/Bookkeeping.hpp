#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tenon/io/MemoryFile.hpp"

namespace tenon::io {

/// What HDF5 writes of a file beside the rows of numbers, in memory, and how much of that the disk has. Move-only, not
/// collective; errors are FileError.
class Bookkeeping {
 public:
  std::string path() const { return memory_.path(); }  ///< for HDF5

  /// Rows, which are none of it, have these bytes of the file.
  void leaveOut(std::int64_t start, std::int64_t size) { rows_[start] = size; }

  /// Bytes that differ from those on the disk.
  struct Change {
    std::int64_t offset;
    std::vector<char> now, before;
  };
  struct Changes {
    std::vector<Change> behind, within;  ///< the end of what the disk has
    std::int64_t size = 0;               ///< of the whole file
  };
  Changes changes() const;
  /// The disk has them.
  void accept(const Changes& changes);
  std::int64_t sizeOnDisk() const { return size_on_disk_; }

 private:
  class Blocks;
  void compare(Blocks& blocks, std::int64_t from, std::int64_t to, Changes& changes) const;

  MemoryFile memory_;
  std::map<std::int64_t, std::int64_t> rows_;  // size by start
  std::map<std::int64_t, std::vector<char>>
      blocks_;  // what the disk has, by number of the block; 0 where there is none
  std::int64_t size_on_disk_ = 0;
};

}  // namespace tenon::io

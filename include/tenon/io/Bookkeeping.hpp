#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tenon/io/MemoryImage.hpp"

namespace tenon::io {

/// Everything that HDF5 writes besides the rows of numbers, in memory, together with what the disk already has of it.
/// The cost of changes() and accept() depends on what has been written since the last accept() and not on the size of
/// the file. Move-only, not collective.
class Bookkeeping {
 public:
  const std::shared_ptr<MemoryImage>& image() const { return image_; }  ///< for HDF5
  /// True if memory was exhausted while HDF5 wrote; the changes are then useless.
  bool isIncomplete() const { return image_->isIncomplete(); }

  using Change = MemoryImage::Change;
  struct Changes {
    std::vector<Change> behind;  ///< bytes behind the end of what the disk has
    std::vector<Change> within;  ///< bytes that replace others
    std::int64_t size = 0;       ///< of the whole file
  };
  /// Bytes that differ from those on the disk.
  Changes changes() const;
  /// To be called when the disk has them.
  void accept(const Changes& changes);
  std::int64_t sizeOnDisk() const { return size_on_disk_; }
  /// Bytes that the disk has at one place.
  struct Sample {
    std::int64_t offset;
    std::vector<char> bytes;
  };
  /// Samples of what the disk has, none of which is zero throughout: HDF5's superblock, which changes whenever the file
  /// grows, and the last bytes that HDF5 has written. A file that was cut before these and has grown again, which rows
  /// written meanwhile make it do, has zeros there.
  std::vector<Sample> samplesOnDisk() const;

 private:
  std::shared_ptr<MemoryImage> image_ = std::make_shared<MemoryImage>();  // with HDF5, until it has closed the file
  std::int64_t size_on_disk_ = 0;
  std::int64_t last_start_ = 0, last_end_ = 0;  // the last bytes on the disk that are HDF5's and not those of rows
};

}  // namespace tenon::io

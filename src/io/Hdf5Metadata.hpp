// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "MemoryImage.hpp"

namespace tenon::io {

/// Metadata that HDF5 writes in addition to the rows of numbers, in memory, with the metadata that
/// are already on disk. The cost of changes() and accept() depends on the amount written since the
/// last accept(), not on the size of the file. Move-only.
/// @note Not collective.
class Hdf5Metadata {
 public:
  const std::shared_ptr<MemoryImage>& image() const { return image_; }  ///< memory image for HDF5
  /// Returns true if memory was exhausted while HDF5 wrote; the changes are then unusable.
  bool isIncomplete() const { return image_->isIncomplete(); }

  /// Contiguous bytes that have changed.
  using Change = MemoryImage::Change;
  /// Changes since the last accept().
  struct Changes {
    std::vector<Change> appended;  ///< bytes beyond the end of the file on disk
    std::vector<Change> replaced;  ///< bytes that replace existing bytes
    std::int64_t size = 0;         ///< size of the whole file
  };
  /// Returns the bytes that differ from those on disk.
  Changes changes() const;
  /// Records that the changes are on disk.
  void accept(const Changes& changes);
  /// Returns the size of the file on disk.
  std::int64_t sizeOnDisk() const { return size_on_disk_; }
  /// Bytes on disk at one offset.
  struct Sample {
    std::int64_t offset;      ///< offset in the file
    std::vector<char> bytes;  ///< expected bytes
  };
  /// Returns samples of the bytes on disk, none of which consists of zeros only: HDF5's superblock,
  /// which changes whenever the file grows, and the last bytes that HDF5 has written. A file that
  /// was truncated before these bytes and has grown again by rows written meanwhile has zeros
  /// there.
  std::vector<Sample> samplesOnDisk() const;

 private:
  // Shared with HDF5 until it has closed the file.
  std::shared_ptr<MemoryImage> image_ = std::make_shared<MemoryImage>();
  std::int64_t size_on_disk_ = 0;
  std::int64_t last_start_ = 0, last_end_ = 0;  // last bytes on disk that belong to HDF5 and not to rows
};

}  // namespace tenon::io

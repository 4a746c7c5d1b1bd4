// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <gsl/span>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace tenon::io {

/// Bytes of a file in memory, stored in blocks: parts that were never written occupy no memory and
/// are read as zeros. The image records which bytes have been written since the last accept(), so
/// that the cost of finding changes depends on the changes only and not on the size of the file.
/// Nothing throws while a library writes, since C code is in between: exhausted memory is recorded
/// in the image.
/// @note Not collective.
class MemoryImage {
 public:
  MemoryImage() = default;
  MemoryImage(const MemoryImage&) = delete;
  MemoryImage& operator=(const MemoryImage&) = delete;

  /// Returns the size of the file.
  std::int64_t size() const { return size_; }
  /// Sets the size of the file.
  void resize(std::int64_t size) { size_ = size; }
  /// Removes all bytes.
  void clear();

  /// Writes bytes at an offset.
  void write(std::int64_t offset, gsl::span<const char> bytes) noexcept;
  /// Reads bytes at an offset.
  void read(std::int64_t offset, gsl::span<char> bytes) const noexcept;
  /// Returns true if some bytes could not be stored because memory was exhausted; the image is then
  /// unusable.
  bool isIncomplete() const { return is_incomplete_; }

  /// Contiguous bytes that differ from those at the last accept().
  struct Change {
    std::int64_t offset;                  ///< offset in the file
    std::vector<char> current, previous;  ///< current bytes, and bytes at the last accept()
  };
  /// Returns the changes since the last accept(), by ascending offset.
  std::vector<Change> changes() const;
  /// Makes the current bytes the reference of later changes.
  void accept();
  /// Reads the bytes at `offset` as they were at the last accept().
  void readAccepted(std::int64_t offset, gsl::span<char> bytes) const;

 private:
  static constexpr std::int64_t block_size = 4096;
  using Block = std::unique_ptr<char[]>;
  using Blocks = std::unordered_map<std::int64_t, Block>;

  void store(std::int64_t offset, gsl::span<const char> bytes);
  void savePreviousBlock(std::int64_t block);
  void markWritten(std::int64_t offset, std::int64_t size);
  static void copyOut(const Blocks& first, const Blocks& second, std::int64_t offset, gsl::span<char> bytes);

  Blocks blocks_;                                 // stored blocks by block number
  Blocks previous_blocks_;                        // copies of blocks that have been written since accept()
  std::map<std::int64_t, std::int64_t> written_;  // since accept(): end by start, disjoint
  std::int64_t size_ = 0;
  bool is_incomplete_ = false;
};

}  // namespace tenon::io

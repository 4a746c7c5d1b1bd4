#pragma once
#include <cstdint>
#include <gsl/span>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace tenon::io {

/// Bytes of a file in memory, stored in blocks: parts that were never written take no memory and read as zeros. The
/// image records which bytes have been written since the last accept(), so that the cost of finding changes depends on
/// the changes alone and not on the size of the file. Not collective.
///
/// Nothing throws while a library writes, since C code is between: where memory is exhausted the image remembers it.
class MemoryImage {
 public:
  MemoryImage() = default;
  MemoryImage(const MemoryImage&) = delete;
  MemoryImage& operator=(const MemoryImage&) = delete;

  std::int64_t size() const { return size_; }
  void resize(std::int64_t size) { size_ = size; }
  void clear();

  void write(std::int64_t offset, gsl::span<const char> bytes) noexcept;
  void read(std::int64_t offset, gsl::span<char> bytes) const noexcept;
  /// True if some bytes could not be stored for want of memory; the image is then useless.
  bool isIncomplete() const { return is_incomplete_; }

  /// Contiguous bytes that differ from those at the last accept().
  struct Change {
    std::int64_t offset;
    std::vector<char> now, before;
  };
  /// Changes by ascending offset.
  std::vector<Change> changes() const;
  /// Makes the present bytes those that later changes are compared with.
  void accept();
  /// Fills `bytes` with what stood there at the last accept().
  void readAccepted(std::int64_t offset, gsl::span<char> bytes) const;

 private:
  static constexpr std::int64_t block_size = 4096;
  using Block = std::unique_ptr<char[]>;
  using Blocks = std::unordered_map<std::int64_t, Block>;

  void store(std::int64_t offset, gsl::span<const char> bytes);
  void keepBefore(std::int64_t block);
  void markWritten(std::int64_t offset, std::int64_t size);
  static void copyOut(const Blocks& first, const Blocks& second, std::int64_t offset, gsl::span<char> bytes);

  Blocks blocks_;                                 // by number
  Blocks before_;                                 // copies of blocks that were written to since accept()
  std::map<std::int64_t, std::int64_t> written_;  // since accept(): end by start, disjoint
  std::int64_t size_ = 0;
  bool is_incomplete_ = false;
};

}  // namespace tenon::io

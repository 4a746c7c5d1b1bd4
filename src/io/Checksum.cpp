// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Checksum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <vector>

#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

__extension__ using Wide = unsigned __int128;
using Word = std::uint32_t;

constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t radix = 0x0b1c2d3e4f5a6b79;  // any number far from 0 and the modulus
constexpr std::int64_t word_size = sizeof(Word);

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t both = a + b;  // below 2^62
  return both >= modulus ? both - modulus : both;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  const Wide both = static_cast<Wide>(a) * b;
  return sum(static_cast<std::uint64_t>(both & modulus), static_cast<std::uint64_t>(both >> 61));
}

std::uint64_t power(std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (std::uint64_t base = radix; exponent != 0; exponent >>= 1, base = product(base, base))
    if ((exponent & 1) != 0) result = product(result, base);
  return result;
}

/// Returns the word formed by `count` bytes at offset `within`; the other bytes are 0.
Word wordOf(const char* bytes, std::int64_t within, std::int64_t count) {
  Word word = 0;
  std::memcpy(reinterpret_cast<char*>(&word) + within, bytes, static_cast<std::size_t>(count));
  return word;
}

struct ChecksumFooter {
  char mark[8];
  std::int64_t size;
  std::uint64_t checksum;
};
constexpr char mark[8] = {'T', 'E', 'N', 'O', 'N', 'S', 'U', 'M'};

Checksum shareOf(const std::string& path, std::int64_t first, std::int64_t last) {
  constexpr std::int64_t bytes_at_once = 1 << 20;
  std::ifstream file(path, std::ios::binary);
  file.seekg(first);
  Checksum checksum;
  std::vector<char> bytes;
  for (std::int64_t at = first; at < last; at += static_cast<std::int64_t>(bytes.size())) {
    bytes.resize(static_cast<std::size_t>(std::min(bytes_at_once, last - at)));
    if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      throw base::FileError(fmt::format("'{}' cannot be read completely.", path));
    checksum.add(at, bytes);
  }
  return checksum;
}

}  // namespace

void Checksum::add(std::int64_t offset, gsl::span<const char> bytes) {
  const auto count = static_cast<std::int64_t>(bytes.size());
  if (count == 0) return;
  const std::int64_t within = offset % word_size;
  const std::int64_t head = within == 0 ? 0 : std::min(word_size - within, count);
  const std::int64_t num_words = (count - head) / word_size, tail = (count - head) % word_size;
  const char* const body = bytes.data() + head;
  std::uint64_t polynomial = tail > 0 ? wordOf(body + num_words * word_size, 0, tail) : 0;
  for (std::int64_t k = num_words; k-- > 0;)
    polynomial = sum(product(polynomial, radix), wordOf(body + k * word_size, 0, word_size));
  if (head > 0) polynomial = sum(product(polynomial, radix), wordOf(bytes.data(), within, head));
  value_ = sum(value_, product(polynomial, power(static_cast<std::uint64_t>(offset / word_size))));
}

void Checksum::add(const Checksum& other) {
  value_ = sum(value_, other.value_);
}

Checksum Checksum::sumOver(const base::Communicator& comm) const {
  Checksum total;
  for (const std::int64_t value : comm.gatherAll(std::vector<std::int64_t>{static_cast<std::int64_t>(value_)}))
    total.add(Checksum(static_cast<std::uint64_t>(value)));
  return total;
}

std::string checksumFooter(std::int64_t size, const Checksum& checksum) {
  ChecksumFooter footer{{}, size, checksum.value()};
  std::copy(std::begin(mark), std::end(mark), footer.mark);
  return {reinterpret_cast<const char*>(&footer), sizeof(footer)};
}

bool verifyChecksum(const base::Communicator& comm, const std::string& path) {
  ChecksumFooter footer{};
  bool is_there = false;
  base::runOnRoot(comm, [&] {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::int64_t>(file.tellg()) - static_cast<std::int64_t>(sizeof(footer));
    if (!file || size < 0) return;
    file.seekg(size);
    is_there = file.read(reinterpret_cast<char*>(&footer), sizeof(footer)) &&
               std::equal(std::begin(mark), std::end(mark), footer.mark);
    if (is_there && footer.size != size)
      throw base::FileError(
          fmt::format("'{}' is damaged: its size is {} bytes instead of {}.", path, size, footer.size));
  });
  if (!comm.any(is_there)) return false;
  const std::int64_t size = comm.max(footer.size);
  const auto begin = [&](int rank) {
    return size / comm.size() * rank + std::min<std::int64_t>(rank, size % comm.size());
  };
  Checksum mine;
  base::runCollectively(comm, [&] { mine = shareOf(path, begin(comm.rank()), begin(comm.rank() + 1)); });
  const Checksum total = mine.sumOver(comm);
  base::runOnRoot(comm, [&] {
    if (total.value() != footer.checksum)
      throw base::FileError(fmt::format("'{}' is damaged: its checksum does not match its content.", path));
  });
  return true;
}

}  // namespace tenon::io

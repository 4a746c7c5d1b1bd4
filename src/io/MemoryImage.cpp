// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MemoryImage.hpp"

#include <algorithm>
#include <cstring>
#include <exception>

namespace tenon::io {

void MemoryImage::clear() {
  blocks_.clear();
  previous_blocks_.clear();
  written_.clear();
  size_ = 0;
}

void MemoryImage::write(std::int64_t offset, gsl::span<const char> bytes) noexcept {
  try {
    store(offset, bytes);
  } catch (const std::exception&) {
    is_incomplete_ = true;
  }
}

void MemoryImage::store(std::int64_t offset, gsl::span<const char> bytes) {
  if (bytes.empty()) return;
  const auto total = static_cast<std::int64_t>(bytes.size());
  markWritten(offset, total);
  size_ = std::max(size_, offset + total);
  for (std::int64_t done = 0; done < total;) {
    const std::int64_t at = offset + done, number = at / block_size, within = at % block_size;
    const std::int64_t count = std::min(block_size - within, total - done);
    savePreviousBlock(number);
    std::memcpy(blocks_[number].get() + within, bytes.data() + done, static_cast<std::size_t>(count));
    done += count;
  }
}

void MemoryImage::savePreviousBlock(std::int64_t block) {
  Block& present = blocks_[block];
  if (!present) present = std::make_unique<char[]>(block_size);
  Block& before = previous_blocks_[block];
  if (before) return;
  before = std::make_unique<char[]>(block_size);
  std::memcpy(before.get(), present.get(), block_size);
}

void MemoryImage::markWritten(std::int64_t offset, std::int64_t size) {
  std::int64_t start = offset, end = offset + size;
  auto next = written_.upper_bound(start);
  if (next != written_.begin() && std::prev(next)->second >= start) --next;
  while (next != written_.end() && next->first <= end) {
    start = std::min(start, next->first);
    end = std::max(end, next->second);
    next = written_.erase(next);
  }
  written_.emplace(start, end);
}

void MemoryImage::copyOut(const Blocks& first, const Blocks& second, std::int64_t offset, gsl::span<char> bytes) {
  const auto total = static_cast<std::int64_t>(bytes.size());
  for (std::int64_t done = 0; done < total;) {
    const std::int64_t at = offset + done, number = at / block_size, within = at % block_size;
    const std::int64_t count = std::min(block_size - within, total - done);
    auto found = first.find(number);
    bool is_there = found != first.end();
    if (!is_there) {
      found = second.find(number);
      is_there = found != second.end();
    }
    char* const to = bytes.data() + done;
    if (is_there && found->second)
      std::memcpy(to, found->second.get() + within, static_cast<std::size_t>(count));
    else
      std::memset(to, 0, static_cast<std::size_t>(count));
    done += count;
  }
}

void MemoryImage::read(std::int64_t offset, gsl::span<char> bytes) const noexcept {
  copyOut(blocks_, blocks_, offset, bytes);
}

void MemoryImage::readAccepted(std::int64_t offset, gsl::span<char> bytes) const {
  copyOut(previous_blocks_, blocks_, offset, bytes);
}

std::vector<MemoryImage::Change> MemoryImage::changes() const {
  std::vector<Change> changes;
  for (const auto& [start, end] : written_) {
    std::vector<char> now(static_cast<std::size_t>(end - start)), before(now.size());
    read(start, now);
    readAccepted(start, before);
    const auto first = std::mismatch(now.begin(), now.end(), before.begin()).first - now.begin();
    if (first == static_cast<std::ptrdiff_t>(now.size())) continue;
    const auto last = now.rend() - std::mismatch(now.rbegin(), now.rend(), before.rbegin()).first;
    changes.push_back(
        {start + first, {now.begin() + first, now.begin() + last}, {before.begin() + first, before.begin() + last}});
  }
  return changes;
}

void MemoryImage::accept() {
  previous_blocks_.clear();
  written_.clear();
}

}  // namespace tenon::io

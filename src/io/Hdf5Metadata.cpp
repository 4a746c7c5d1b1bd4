// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Hdf5Metadata.hpp"

#include <algorithm>

namespace tenon::io {

Hdf5Metadata::Changes Hdf5Metadata::changes() const {
  Changes changes{{}, {}, image_->size()};
  for (Change& change : image_->changes())
    (change.offset < size_on_disk_ ? changes.replaced : changes.appended).push_back(std::move(change));
  return changes;
}

void Hdf5Metadata::accept(const Changes& changes) {
  image_->accept();
  size_on_disk_ = changes.size;
  if (changes.appended.empty()) return;
  const Change& last = changes.appended.back();
  last_start_ = last.offset;
  last_end_ = last.offset + static_cast<std::int64_t>(last.current.size());
}

std::vector<Hdf5Metadata::Sample> Hdf5Metadata::samplesOnDisk() const {
  constexpr std::int64_t most = 48;  // size of a superblock in bytes
  const std::int64_t end = std::min(last_end_, size_on_disk_);
  std::vector<Sample> samples{{0, std::vector<char>(static_cast<std::size_t>(std::min(most, size_on_disk_)))}};
  if (last_start_ < end) {
    const std::int64_t start = std::max(last_start_, end - most);
    samples.push_back({start, std::vector<char>(static_cast<std::size_t>(end - start))});
  }
  for (Sample& sample : samples) image_->readAccepted(sample.offset, sample.bytes);
  return samples;
}

}  // namespace tenon::io

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "parallelFile.hpp"

#include "PartialFile.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

}  // namespace

void writeInParallel(const base::Communicator& comm, const std::string& path, std::int64_t size,
                     const std::function<void(const WriteAt&)>& work) {
  PartialFile file = PartialFile::create(comm, path);
  base::runOnRoot(comm, [&] { file.reserve(0, size); });
  base::runCollectively(comm, [&] {
    work([&](std::int64_t offset, gsl::span<const char> bytes) { file.write(offset, bytes); });
    file.sync();
  });
  base::runOnRoot(comm, [&] { publish({&file}); });
}

void writeLinesInParallel(const base::Communicator& comm, const std::string& path, const std::string& header,
                          std::int64_t count, const FormatLines& format) {
  fmt::memory_buffer text;
  std::int64_t length = comm.isRoot() ? static_cast<std::int64_t>(header.size()) : 0;
  base::runCollectively(comm, [&] {
    for (std::int64_t item = 0; item < count; ++item) {
      text.clear();
      format(item, text);
      length += static_cast<std::int64_t>(text.size());
    }
  });
  const std::int64_t first = comm.exclusiveSum(length);
  writeInParallel(comm, path, comm.sum(length), [&](const WriteAt& write) {
    std::int64_t offset = first;
    text.clear();
    if (comm.isRoot()) text.append(header);
    for (std::int64_t item = 0; item < count; ++item) {
      format(item, text);
      if (text.size() < bytes_at_once && item + 1 < count) continue;
      write(offset, {text.data(), text.size()});
      offset += static_cast<std::int64_t>(text.size());
      text.clear();
    }
    if (text.size() > 0) write(offset, {text.data(), text.size()});
  });
}

}  // namespace tenon::io

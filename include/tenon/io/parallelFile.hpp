#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <gsl/span>
#include <string>

#include "tenon/base/Communicator.hpp"

// Files that all ranks write together, each its own part at its own place. Nothing is gathered.
namespace tenon::io {

/// Puts bytes at a place of the file, counted from its start. Not collective.
using WriteAt = std::function<void(std::int64_t offset, gsl::span<const char> bytes)>;

/// Writes a file of `size` bytes, of which `work` writes the part of this rank; the parts cover the file and do not
/// overlap. `work` must not communicate. The space is claimed first. `path` names the old file or the whole new one, and
/// nothing half-written is left (PartialFile). Collective; FileError on all ranks.
void writeInParallel(const base::Communicator& comm, const std::string& path, std::int64_t size,
                     const std::function<void(const WriteAt&)>& work);

/// Appends the text of one item, one line or several, to `text`. Twice the same for the same item.
using FormatLines = std::function<void(std::int64_t item, fmt::memory_buffer& text)>;

/// Writes a text of a header (the root's) and the lines of `count` items on each rank, one rank's after the other's.
/// Items are formatted twice, for the length and for the text, so that only a few MiB are held. As writeInParallel().
void writeLinesInParallel(const base::Communicator& comm, const std::string& path, const std::string& header,
                          std::int64_t count, const FormatLines& format);

}  // namespace tenon::io

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <gsl/span>
#include <string>

#include "tenon/base/Communicator.hpp"

// Files that all ranks write together, each rank its own part at its own offset. Nothing is
// gathered.
namespace tenon::io {

/// Function that writes bytes at an offset from the start of the file. @note Not collective.
using WriteAt = std::function<void(std::int64_t offset, gsl::span<const char> bytes)>;

/// Writes a file of `size` bytes; the space is reserved first. `path` names the old file or the
/// complete new one, and no partial file remains (PartialFile).
/// @param work  function that writes the part of this rank and must not communicate; the parts
///   cover the file and do not overlap
/// @throws FileError on all ranks
/// @note Collective.
void writeInParallel(const base::Communicator& comm, const std::string& path, std::int64_t size,
                     const std::function<void(const WriteAt&)>& work);

/// Function that appends the text of one item, one line or several, to `text`; deterministic for
/// each item.
using FormatLines = std::function<void(std::int64_t item, fmt::memory_buffer& text)>;

/// Writes a text file with a header (that of the root) and the lines of `count` items on each rank,
/// in rank order. Items are formatted twice, for the length and for the text, so that only a few
/// MiB are held. Errors and existing files are handled as in writeInParallel().
/// @note Collective.
void writeLinesInParallel(const base::Communicator& comm, const std::string& path, const std::string& header,
                          std::int64_t count, const FormatLines& format);

}  // namespace tenon::io

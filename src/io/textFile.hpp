// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <system_error>

#include "PartialFile.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Text, or any bytes, and the file for which it is intended.
struct NamedText {
  std::string path, text;  ///< path of the file, and its contents
};

/// Writes the root's text to a file so that `path` names either the old text or the complete new
/// one (PartialFile).
/// @throws FileError on all ranks
/// @note Collective.
void writeTextAtomically(const base::Communicator& comm, const std::string& path, const std::string& text);

/// Returns a string as one field of a CSV file (RFC 4180): in quotes, with quotes doubled, if it
/// contains a comma, a quote or the end of a line.
std::string quoteCsvField(const std::string& text);

/// Returns the text in a file that is ready for publish().
/// @throws FileError if it cannot be written
/// @note Not collective.
PartialFile prepareTextFile(const NamedText& text);

/// Throws FileError on all ranks unless a file of that name can be written; an existing file is
/// unchanged. Called at the start of a long run, so that errors are found early.
/// @note Collective.
void requireWritable(const base::Communicator& comm, const std::string& path);

/// Returns the end of the message that an output would overwrite an input.
std::string describeOverwriting(const std::string& output, const std::string& input);

/// Throws the error that a folder cannot be created.
/// @param path    folder
/// @param reason  error of the file system; if a file has the name of the folder or of one of its
///   parents, the message names this file instead
/// @throws FileError always.
/// @note Not collective.
[[noreturn]] void failToCreateFolder(const std::string& path, const std::error_code& reason);

/// Creates a folder and its parents if they do not exist.
/// @throws FileError on all ranks
/// @note Collective.
void createFolder(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::io

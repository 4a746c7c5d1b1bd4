// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "textFile.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/quote.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {

std::string quoteCsvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string field = "\"";
  for (const char letter : text) field += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return field + "\"";
}

PartialFile prepareTextFile(const NamedText& text) {
  PartialFile file = PartialFile::create(text.path);
  file.write(0, text.text);
  file.sync();
  return file;
}

void writeTextAtomically(const base::Communicator& comm, const std::string& path, const std::string& text) {
  base::runOnRoot(comm, [&] {
    PartialFile file = prepareTextFile({path, text});
    publish({&file});
  });
}

void requireWritable(const base::Communicator& comm, const std::string& path) {
  base::runOnRoot(comm, [&] { PartialFile::create(path); });
}

std::string describeOverwriting(const std::string& output, const std::string& input) {
  return fmt::format("{} would overwrite the input {}; choose another output.", base::quote(output),
                     base::quote(input));
}

void failToCreateFolder(const std::string& path, const std::error_code& reason) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::string why = reason.message();
  fs::path folder = fs::absolute(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  fs::path at = folder;
  while (!fs::exists(at, ignored) && at.has_relative_path()) at = at.parent_path();
  if (fs::exists(at, ignored) && !fs::is_directory(at, ignored))
    why = at == folder ? "a file has this name" : fmt::format("'{}' is a file", at.string());
  throw base::FileError(fmt::format("Cannot create the folder '{}': {}.", path, why));
}

void createFolder(const base::Communicator& comm, const std::string& path) {
  base::runOnRoot(comm, [&] {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error || !std::filesystem::is_directory(path)) failToCreateFolder(path, error);
  });
}

}  // namespace tenon::io

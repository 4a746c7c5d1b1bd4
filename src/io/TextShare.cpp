// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TextShare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

/// Returns the lines that begin in [first, last).
std::string linesFrom(const std::string& path, std::int64_t first, std::int64_t last) {
  std::ifstream file(path, std::ios::binary);
  if (first > 0) {  // the previous line ends there, or extends into the share
    file.seekg(first - 1);
    std::string rest;
    std::getline(file, rest);
    first += static_cast<std::int64_t>(rest.size());
  }
  if (first >= last) return "";
  std::string text(static_cast<std::size_t>(last - first), '\0');
  file.read(text.data(), last - first);
  if (!file) throw base::FileError(fmt::format("'{}' cannot be read completely.", path));
  std::string end;
  if (text.back() != '\n' && std::getline(file, end)) text += end + '\n';
  return text;
}

}  // namespace

void requireRegularFile(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    throw base::FileError(fmt::format("There is no file '{}'.", path));
  if (status.type() == std::filesystem::file_type::none)
    throw base::FileError(fmt::format("Cannot read '{}': {}.", path, error.message()));
  if (!std::filesystem::is_regular_file(status))
    throw base::FileError(fmt::format("Cannot read '{}': it is not a regular file.", path));
}

TextShare::TextShare(const base::Communicator& comm, const std::string& path) {
  std::int64_t size = 0;
  base::runOnRoot(comm, [&] {
    std::error_code error;
    requireRegularFile(path);
    size = static_cast<std::int64_t>(std::filesystem::file_size(path, error));
    if (error || !std::ifstream(path))
      throw base::FileError(fmt::format("'{}' cannot be read: check the permissions of the file.", path));
  });
  size = comm.max(size);
  const auto begin = [&](int rank) {
    return size / comm.size() * rank + std::min<std::int64_t>(rank, size % comm.size());
  };
  base::runCollectively(comm, [&] { text_ = linesFrom(path, begin(comm.rank()), begin(comm.rank() + 1)); });
  first_ = 1 + comm.exclusiveSum(static_cast<std::int64_t>(std::count(text_.begin(), text_.end(), '\n')));
}

void TextShare::forEachLine(const std::function<void(std::string_view, std::int64_t)>& work) const {
  std::int64_t number = first_;
  const std::string_view text(text_);
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    work(line, number);
    begin = end + 1;
  }
}

}  // namespace tenon::io

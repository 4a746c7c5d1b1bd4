// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OutputFolders.hpp"

#include <filesystem>
#include <utility>

#include "tenon/base/runCollectively.hpp"
#include "textFile.hpp"

namespace tenon::io {

namespace fs = std::filesystem;

OutputFolders::OutputFolders(OutputFolders&& other) noexcept
    : comm_(other.comm_), created_(std::exchange(other.created_, {})) {}

OutputFolders::~OutputFolders() {
  std::error_code ignored;
  for (; !created_.empty(); created_.pop_back())
    fs::remove(created_.back(), ignored);  // fails for folders that contain files
}

void OutputFolders::create(const std::string& path) {
  base::runOnRoot(comm_, [&] {
    std::vector<fs::path> missing;
    std::error_code error;
    fs::path at = fs::absolute(path).lexically_normal();
    if (!at.has_filename()) at = at.parent_path();
    for (; !fs::exists(at, error) && at.has_relative_path(); at = at.parent_path()) missing.push_back(at);
    for (; !missing.empty(); missing.pop_back()) {
      if (fs::create_directory(missing.back(), error)) created_.push_back(missing.back().string());
      if (error) break;
    }
    const bool is_folder = !error && fs::is_directory(path, error);
    if (!is_folder) failToCreateFolder(path, error);
  });
}

}  // namespace tenon::io

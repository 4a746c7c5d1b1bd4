#include "tenon/io/NewFolders.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "tenon/base/collectively.hpp"

namespace tenon::io {

namespace fs = std::filesystem;

NewFolders::NewFolders(NewFolders&& other) noexcept : comm_(other.comm_), made_(std::exchange(other.made_, {})) {}

NewFolders::~NewFolders() {
  std::error_code ignored;
  for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), ignored);  // folders with files remain
}

void NewFolders::make(const std::string& path) {
  base::onRoot(comm_, [&] {
    std::vector<fs::path> missing;
    std::error_code error;
    fs::path at = fs::absolute(path).lexically_normal();
    if (!at.has_filename()) at = at.parent_path();
    for (; !fs::exists(at, error) && at.has_relative_path(); at = at.parent_path()) missing.push_back(at);
    for (; !missing.empty(); missing.pop_back()) {
      if (fs::create_directory(missing.back(), error)) made_.push_back(missing.back().string());
      if (error) break;
    }
    const bool is_folder = !error && fs::is_directory(path, error);
    if (!is_folder)
      throw base::FileError(
          fmt::format("Cannot create the folder '{}': {}.", path, error ? error.message() : "a file has this name"));
  });
}

}  // namespace tenon::io

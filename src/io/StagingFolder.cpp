#include "tenon/io/StagingFolder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "tenon/base/collectively.hpp"
#include "tenon/io/textFile.hpp"

namespace tenon::io {
namespace {

namespace fs = std::filesystem;

/// The folder nearest to the root of those that making `path` would make; empty where it exists.
std::string topmostMissing(const fs::path& path) {
  std::error_code ignored;
  fs::path missing, at = fs::absolute(path).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  for (; !fs::exists(at, ignored) && at.has_relative_path(); at = at.parent_path()) missing = at;
  return missing.string();
}

void requireReplaceable(const fs::path& target) {
  std::error_code ignored;
  if (fs::is_directory(target, ignored))
    throw base::FileError(fmt::format("Cannot write '{}': it is a folder.", target.string()));
}

}  // namespace

StagingFolder::StagingFolder(const base::Communicator& comm, const std::string& path) : comm_(comm), path_(path) {
  if (comm.isRoot()) made_ = topmostMissing(path);
  makeFolder(comm, path);
  std::string hidden = (fs::path(path) / ".partial-XXXXXX").string();
  base::onRoot(comm, [&] {
    if (mkdtemp(hidden.data()) == nullptr)
      throw base::FileError(fmt::format("Cannot write into the folder '{}': {}.", path, std::strerror(errno)));
  });
  hidden_path_ = comm.broadcast(hidden);
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (!comm_.isRoot()) return;
  fs::remove_all(hidden_path_, ignored);
  if (made_.empty()) return;
  fs::path at = fs::absolute(path_).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  for (; fs::remove(at, ignored) && at != made_; at = at.parent_path()) {  // only empty folders go
  }
}

void StagingFolder::commit() {
  comm_.barrier();
  base::onRoot(comm_, [&] {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(hidden_path_)) files.push_back(entry.path().filename());
    for (const auto& name : files) requireReplaceable(path_ / name);
    for (const auto& name : files) publish((hidden_path_ / name).string(), (path_ / name).string());
    made_.clear();
  });
}

}  // namespace tenon::io

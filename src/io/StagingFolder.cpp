// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StagingFolder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "renameAtomically.hpp"
#include "tenon/base/runCollectively.hpp"
#include "textFile.hpp"

namespace tenon::io {
namespace {

namespace fs = std::filesystem;

const std::string hidden_start = ".partial-";

/// Returns the topmost folder that creating `path` would create; empty if it exists.
std::string topmostMissing(const fs::path& path) {
  std::error_code ignored;
  fs::path missing, at = fs::absolute(path).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  for (; !fs::exists(at, ignored) && at.has_relative_path(); at = at.parent_path()) missing = at;
  return missing.string();
}

/// Locks a folder; returns nothing if its file system does not support locks.
FileDescriptor lockFolder(const std::string& path) {
  FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder && ::flock(folder.id(), LOCK_EX | LOCK_NB) == 0) return folder;
  if (folder && errno == EWOULDBLOCK)
    throw base::FileError(
        fmt::format("Cannot write into the folder '{}': another run is writing there; wait until that run has "
                    "finished, or choose another folder.",
                    path));
  return FileDescriptor();
}

/// Removes the leftovers of a terminated run: the lock excludes other owners.
void removeLeftovers(const std::string& path) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path, ignored))
    if (entry.path().filename().string().rfind(hidden_start, 0) == 0 && entry.is_directory(ignored) &&
        !entry.is_symlink(ignored))
      fs::remove_all(entry.path(), ignored);
}

/// Folders created for future files, removed unless the files appear.
class CreatedFolders {
 public:
  CreatedFolders() = default;
  CreatedFolders(const CreatedFolders&) = delete;
  CreatedFolders& operator=(const CreatedFolders&) = delete;
  ~CreatedFolders() {
    std::error_code ignored;
    for (; !paths_.empty(); paths_.pop_back()) fs::remove(paths_.back(), ignored);
  }

  void make(const fs::path& path) {
    std::error_code error;
    if (fs::create_directory(path, error)) paths_.push_back(path);
    if (error) failToCreateFolder(path.string(), error);
  }
  void keep() { paths_.clear(); }

 private:
  std::vector<fs::path> paths_;
};

}  // namespace

StagingFolder::StagingFolder(const base::Communicator& comm, const std::string& path) : comm_(comm), path_(path) {
  base::runOnRoot(comm, [&] { created_folder_ = topmostMissing(path); });
  createFolder(comm, path);
  std::string hidden = (fs::path(path) / (hidden_start + "XXXXXX")).string();
  base::runOnRoot(comm, [&] {
    lock_ = lockFolder(path);
    if (lock_) removeLeftovers(path);
    if (mkdtemp(hidden.data()) == nullptr)
      throw base::FileError(fmt::format("Cannot write into the folder '{}': {}.", path, std::strerror(errno)));
  });
  hidden_path_ = comm.broadcast(hidden);
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (!comm_.isRoot()) return;
  fs::remove_all(hidden_path_, ignored);
  lock_.close();
  if (created_folder_.empty()) return;
  fs::path at = fs::absolute(path_).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  for (; fs::remove(at, ignored) && at != created_folder_;
       at = at.parent_path()) {  // remove() fails for folders with contents
  }
}

void StagingFolder::addFolder(const std::string& name) {
  base::runOnRoot(comm_, [&] {
    std::error_code ignored;
    const fs::path target = fs::path(path_) / name;
    if (fs::exists(target, ignored) && !fs::is_directory(target, ignored)) failToCreateFolder(target.string(), {});
  });
  createFolder(comm_, *this / name);
}

void StagingFolder::commit() {
  comm_.barrier();
  base::runOnRoot(comm_, [&] {
    std::vector<Rename> renames;
    CreatedFolders made;
    for (const auto& entry : fs::recursive_directory_iterator(hidden_path_)) {
      const fs::path target = path_ / entry.path().lexically_relative(hidden_path_);
      if (entry.is_directory())
        made.make(target);
      else
        renames.push_back({entry.path().string(), target.string()});
    }
    for (const Rename& each : renames) requireReplaceable(each.to);
    renameAtomically(renames);
    made.keep();
    created_folder_.clear();
  });
}

}  // namespace tenon::io

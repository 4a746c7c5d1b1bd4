// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PartialFile.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <utility>

#include "renameAtomically.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

using base::FileError;

std::string reasonOf(int reason) {
  return fmt::format("{}.", std::strerror(reason));
}

std::string freeSpaceNote(const std::string& path) {
  std::error_code error;
  const auto space = std::filesystem::space(path, error);
  return error ? "" : fmt::format(" (free disk space: {:.1f} MB)", static_cast<double>(space.available) / 1e6);
}

/// Returns the temporary name. Long names are shortened, because names are limited to 255
/// characters.
std::string partialName(const std::string& path) {
  const std::filesystem::path target(path);
  const std::string name = target.filename().string();
  constexpr std::size_t most = 230, kept = 200;
  const std::string shown =
      name.size() <= most ? name : fmt::format("{}-{:016x}", name.substr(0, kept), std::hash<std::string>{}(name));
  return (target.parent_path() / (shown + ".partial")).string();
}

std::string randomLetters() {
  return fmt::format("-{:08x}", std::random_device{}());
}

/// Returns true if the open file is the file with this name.
bool isNamed(int descriptor, const std::string& name) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(name.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

/// Owner of an existing file with the temporary name.
enum class Owner { nobody, aRun, unknown };

/// Removes the leftovers of a terminated run. A lock ends with its process, on any machine, so that
/// no record is needed. Returns `unknown` for a link, a folder, another user's file, and a file
/// system without locks.
Owner removeLeftover(const std::string& name) {
  const FileDescriptor file(::open(name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file) return errno == ENOENT ? Owner::nobody : Owner::unknown;
  if (::flock(file.id(), LOCK_EX | LOCK_NB) != 0) return errno == EWOULDBLOCK ? Owner::aRun : Owner::unknown;
  // Removal by the owner of the lock, so that the file is not the new file of another run.
  const bool is_gone = !isNamed(file.id(), name) || ::unlink(name.c_str()) == 0;
  return is_gone ? Owner::nobody : Owner::unknown;
}

}  // namespace

void requireReplaceable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISREG(status.st_mode)) return;
    throw FileError(fmt::format("Cannot write '{}': it is a {}.", path,
                                S_ISDIR(status.st_mode) ? "folder" : "device or a pipe, not a file"));
  }
  if (errno != ENOENT) throw FileError(fmt::format("Cannot write '{}': {}", path, reasonOf(errno)));
}

void PartialFile::fail(int reason) const {
  throw FileError(fmt::format("Cannot write '{}'{}: {}", path_, freeSpaceNote(name_), reasonOf(reason)));
}

PartialFile PartialFile::create(const base::Communicator& comm, const std::string& path, Use use) {
  PartialFile file(path);
  base::runOnRoot(comm, [&] { file.make(use); });
  file.name_ = comm.broadcast(file.name_);
  const std::string inode = comm.broadcast(std::to_string(file.inode_));
  base::runCollectively(comm, [&] {
    if (!comm.isRoot()) file.join(std::stoull(inode));
  });
  return file;
}

void PartialFile::make(Use use) {
  requireReplaceable(path_);
  name_ = partialName(path_);
  file_ = createLocked(name_);
  is_created_here_ = true;
  if (use == Use::growing) createWithGuard();
  struct stat status {};
  if (::fstat(file_.id(), &status) != 0) fail(errno);
  inode_ = status.st_ino;
}

/// Creates a new, locked file with this name, or with a suffix if the owner of an existing file
/// cannot be determined.
FileDescriptor PartialFile::createLocked(std::string& name) const {
  const std::string wanted = name;
  while (true) {
    FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file) {
      const bool locked = ::flock(file.id(), LOCK_EX | LOCK_NB) == 0;
      // Before it was locked.
      const bool taken_away = locked ? !isNamed(file.id(), name) : errno == EWOULDBLOCK;
      if (!taken_away) return file;
      continue;
    }
    if (errno != EEXIST) fail(errno);
    const Owner owner = removeLeftover(name);
    if (owner == Owner::aRun)
      throw FileError(
          fmt::format("Cannot write '{}': another run is writing it; wait until that run has finished, or "
                      "choose another output.",
                      path_));
    if (owner == Owner::unknown) name = wanted + randomLetters();
  }
}

// The new file becomes the guard. The owner of the guard removes leftovers of terminated runs.
void PartialFile::createWithGuard() {
  guard_ = std::move(file_);
  guard_name_ = name_;
  name_ += "-growing";
  is_created_here_ = false;
  ::unlink(name_.c_str());
  file_ = FileDescriptor(::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file_) fail(errno);
  is_created_here_ = true;
}

void PartialFile::join(ino_t inode) {
  file_ = FileDescriptor(::open(name_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file_ || ::fstat(file_.id(), &status) != 0) fail(errno);
  if (status.st_ino != inode)
    throw FileError(fmt::format(
        "Cannot write '{}': its folder differs between ranks; choose a folder on a shared file system.", path_));
}

PartialFile& PartialFile::operator=(PartialFile&& other) noexcept {
  PartialFile taken(std::move(other));
  swap(taken);
  return *this;
}

PartialFile::~PartialFile() {
  if (is_created_here_ && isInPlace()) ::unlink(name_.c_str());
  if (guard_ && isNamed(guard_.id(), guard_name_)) ::unlink(guard_name_.c_str());
}

void PartialFile::swap(PartialFile& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(name_, other.name_);
  std::swap(file_, other.file_);
  std::swap(guard_name_, other.guard_name_);
  std::swap(guard_, other.guard_);
  std::swap(inode_, other.inode_);
  std::swap(is_created_here_, other.is_created_here_);
}

bool PartialFile::isInPlace() const {
  return isNamed(file_.id(), name_);
}

void PartialFile::reserve(std::int64_t offset, std::int64_t size) const {
  if (size <= 0 || ::fallocate(file_.id(), 0, offset, size) == 0) return;
  if (errno == ENOSPC || errno == EFBIG || errno == EDQUOT || errno == EIO) fail(errno);
}

void PartialFile::write(std::int64_t offset, gsl::span<const char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.id(), bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(written == 0 ? ENOSPC : errno);
    offset += written;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void PartialFile::resize(std::int64_t size) const {
  if (::ftruncate(file_.id(), size) != 0) fail(errno);
}

void PartialFile::sync() const {
  if (::fsync(file_.id()) != 0) fail(errno);
}

void PartialFile::requireInPlace() const {
  if (!isInPlace())
    throw FileError(fmt::format("Cannot write '{}': '{}' was removed or replaced by another process.", path_, name_));
}

void PartialFile::requireIntact(std::int64_t size, std::int64_t offset, gsl::span<const char> bytes) const {
  requireInPlace();
  struct stat status {};
  if (::fstat(file_.id(), &status) != 0) fail(errno);
  std::vector<char> found(bytes.size());
  const ssize_t count = ::pread(file_.id(), found.data(), found.size(), offset);
  if (status.st_size < size || count != static_cast<ssize_t>(found.size()) ||
      !std::equal(found.begin(), found.end(), bytes.begin()))
    throw FileError(
        fmt::format("Cannot write '{}': '{}' was truncated or overwritten by another process.", path_, name_));
}

void publish(const std::vector<PartialFile*>& files) {
  std::vector<Rename> renames;
  for (const PartialFile* file : files) {
    file->requireInPlace();
    renames.push_back({file->name_, file->path_});
  }
  renameAtomically(renames);
  for (PartialFile* file : files) {
    file->is_created_here_ = false;
    file->name_ = file->path_;
  }
}

}  // namespace tenon::io

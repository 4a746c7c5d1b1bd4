// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "renameAtomically.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

[[noreturn]] void fail(const std::string& path, int reason) {
  throw base::FileError(fmt::format("Cannot write '{}': {}.", path, std::strerror(reason)));
}

/// Existing file that a new one replaces, kept under a second name until all renames have
/// succeeded.
class Backup {
 public:
  explicit Backup(const Rename& rename) : path_(rename.to), second_name_(rename.from + ".old") {
    ::unlink(second_name_.c_str());  // leftover of a terminated run
    if (::link(path_.c_str(), second_name_.c_str()) == 0)
      has_old_ = true;
    else if (errno != ENOENT)  // the file system does not support hard links
      has_old_ = ::rename(path_.c_str(), second_name_.c_str()) == 0;
    if (!has_old_ && errno != ENOENT) fail(path_, errno);
  }

  /// Restores the file. Returns a sentence for the message if this fails.
  std::string restore() const {
    if (!has_old_)
      return ::unlink(path_.c_str()) == 0 || errno == ENOENT
                 ? ""
                 : fmt::format(" The new file '{}' could not be removed.", path_);
    if (::rename(second_name_.c_str(), path_.c_str()) != 0)
      return fmt::format(" The previous version of the file '{}' is now called '{}'.", path_, second_name_);
    discard();  // two names of one file: rename() then has no effect
    return "";
  }

  void discard() const {
    if (has_old_) ::unlink(second_name_.c_str());
  }

 private:
  std::string path_, second_name_;
  bool has_old_ = false;
};

}  // namespace

void renameAtomically(const std::vector<Rename>& renames) {
  std::vector<Backup> backups;
  try {
    for (std::size_t i = 0; i < renames.size(); ++i) {
      if (i + 1 < renames.size()) backups.emplace_back(renames[i]);  // nothing can fail after the last rename
      if (::rename(renames[i].from.c_str(), renames[i].to.c_str()) != 0) fail(renames[i].to, errno);
    }
  } catch (const base::FileError& error) {
    std::string lost;
    for (auto old = backups.rbegin(); old != backups.rend(); ++old) lost += old->restore();
    throw base::FileError(error.what() + lost);
  }
  for (const Backup& old : backups) old.discard();
}

}  // namespace tenon::io

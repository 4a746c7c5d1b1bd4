// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <gsl/span>
#include <string>
#include <vector>

#include "FileDescriptor.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// File under construction, which has a temporary name in the folder of the final file until
/// publish() renames it. A file with the final name is therefore always complete, and an older one
/// is unchanged after any failure. Every rank writes its own bytes at its own offset and checks
/// every write, without a library that could hide an error. Writes are not collective, so that no
/// rank waits for one that failed (ADR 7).
///
/// A new file is created and locked during its lifetime; an existing file of the same name is never
/// written to, and links are not followed. A second run with the same output is rejected; leftovers
/// of a terminated run are replaced.
///
/// A growing file is written further after publish(), which makes it visible to readers; later
/// bytes are visible as they are written. Its temporary name remains occupied by an empty file to
/// the end, so that a second run is rejected throughout. The file itself is then not locked,
/// because readers of HDF5 files request locks.
///
/// Errors are FileError, "Cannot write 'case.h5' (12.0 MB are free there): <reason>.", on the rank
/// where they occur: enclose the calls in base::runCollectively(). Move-only.
/// @note Not collective unless stated.
class PartialFile {
 public:
  /// Use of the file: written once, or growing after publish().
  enum class Use { once, growing };

  /// Creates the file on the root and opens it on all ranks.
  /// @throws FileError on all ranks
  /// @note Collective.
  static PartialFile create(const base::Communicator& comm, const std::string& path, Use use = Use::once);
  /// Creates the file on this rank only. @note Not collective.
  static PartialFile create(const std::string& path, Use use = Use::once) {
    return create(base::Communicator::self(), path, use);
  }

  PartialFile(PartialFile&& other) noexcept { swap(other); }
  PartialFile& operator=(PartialFile&& other) noexcept;
  /// Closes the file; the rank that created it deletes it unless it has been published.
  ~PartialFile();

  const std::string& path() const { return path_; }  ///< returns the final name
  const std::string& name() const { return name_; }  ///< returns the current name

  /// Reserves `size` bytes of disk space from `offset`, if the file system supports it; the file is
  /// at least as long afterwards. Called by one rank before anything is written there.
  void reserve(std::int64_t offset, std::int64_t size) const;
  /// Writes bytes at an offset.
  void write(std::int64_t offset, gsl::span<const char> bytes) const;
  /// Truncates the file to `size` bytes.
  void resize(std::int64_t size) const;
  /// Flushes the data written by this rank to disk. Some file systems report a full disk only at
  /// this point.
  void sync() const;
  /// Throws FileError if the file under its current name was removed or replaced. Called by the
  /// rank that created it.
  void requireInPlace() const;
  /// Throws FileError under the conditions of requireInPlace(), and if the file is shorter than
  /// `size` bytes or does not contain `bytes` at `offset`, because it was truncated or overwritten.
  /// Called by the rank that created it.
  void requireIntact(std::int64_t size, std::int64_t offset, gsl::span<const char> bytes) const;

 private:
  friend void publish(const std::vector<PartialFile*>& files);

  explicit PartialFile(const std::string& path) : path_(path) {}
  void make(Use use);
  FileDescriptor createLocked(std::string& name) const;
  void createWithGuard();
  void join(ino_t inode);
  bool isInPlace() const;
  void swap(PartialFile& other) noexcept;
  [[noreturn]] void fail(int reason) const;

  std::string path_, name_;
  FileDescriptor file_;
  std::string guard_name_;  // temporary name of a growing file
  FileDescriptor guard_;    // empty file with the temporary name, on the rank that created it
  ino_t inode_ = 0;
  bool is_created_here_ = false;  // created by this rank and not published
};

/// Gives files their final names, either all or none. If one fails, the previous files are
/// restored. Called by the rank that created them, after all ranks have called sync().
void publish(const std::vector<PartialFile*>& files);

/// Throws FileError unless `path` names a file or nothing, so that a file can be created there.
/// @note Not collective.
void requireReplaceable(const std::string& path);

}  // namespace tenon::io

#pragma once
#include <sys/types.h>

#include <cstdint>
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/io/Descriptor.hpp"

namespace tenon::io {

/// A file in the making: it stands beside the one that it will be, under a name of its own, until publish() gives it
/// the right one. So a file of that name is always whole, and an older one stays as it was whatever fails before.
/// All ranks write, each its own bytes at its own place, and every write is checked there: no library is between that
/// could swallow an error, and none of the calls is collective, so no rank waits for one that failed (ADR 7).
///
/// The file is made afresh and locked as long as it lives: what stands under its name is never written into or
/// followed. A second run with the same output is refused; what a dead run has left is replaced.
///
/// A growing file is written on after publish(), which is the moment when readers first find it: its bytes from then on
/// are seen as they are written. Its name in the making stays taken to the end, by an empty file, so that a second run
/// is refused all the while; the file itself is not locked then, since readers of HDF5 files ask for locks.
///
/// Errors are FileError, "Cannot write 'case.h5' (12.0 MB are free there): <reason>.", where they occur: put the calls
/// into base::collectively(). Not collective unless said. Move-only.
class PartialFile {
 public:
  enum class Use { once, growing };

  /// Made by the root, opened by all. Collective; FileError on all ranks alike.
  static PartialFile create(const base::Communicator& comm, const std::string& path, Use use = Use::once);
  /// By this rank alone.
  static PartialFile create(const std::string& path, Use use = Use::once) {
    return create(base::Communicator::self(), path, use);
  }

  PartialFile(PartialFile&& other) noexcept { swap(other); }
  PartialFile& operator=(PartialFile&& other) noexcept;
  /// Closes it; the rank that made it deletes it, unless it has been published.
  ~PartialFile();

  const std::string& path() const { return path_; }  ///< the final name
  const std::string& name() const { return name_; }  ///< the present name

  /// Claims room on the disk for `size` bytes from `offset`, where the file system can; the file is at least as long
  /// afterwards. By one rank, before anything is written there.
  void claim(std::int64_t offset, std::int64_t size) const;
  void write(std::int64_t offset, gsl::span<const char> bytes) const;
  /// Cuts the file to `size` bytes.
  void resize(std::int64_t size) const;
  /// What this rank has written is on the disk afterwards. Some systems find out only then that there is no room.
  void sync() const;
  /// FileError where somebody has removed or replaced the file under its present name. By the rank that made it.
  void requireInPlace() const;
  /// FileError as well if the file is shorter than `size` bytes, or if `bytes` do not stand at `offset`: somebody has
  /// truncated it or written into it. By the rank that made it.
  void requireIntact(std::int64_t size, std::int64_t offset, gsl::span<const char> bytes) const;

 private:
  friend void publish(const std::vector<PartialFile*>& files);

  explicit PartialFile(const std::string& path) : path_(path) {}
  void make(Use use);
  Descriptor takeName(std::string& name) const;
  void makeBesideGuard();
  void join(ino_t inode);
  bool isInPlace() const;
  void swap(PartialFile& other) noexcept;
  [[noreturn]] void fail(int reason) const;

  std::string path_, name_;
  Descriptor file_;
  std::string guard_name_;  // of a growing file: the name in the making, taken by
  Descriptor guard_;        // an empty file, on the rank that made it
  ino_t inode_ = 0;
  bool made_here_ = false;  // and not published
};

/// Gives files their names: all of them or none; if one fails, what stood there before stands there again. By the rank
/// that made them, after all ranks have called sync().
void publish(const std::vector<PartialFile*>& files);

/// Not collective. FileError unless `path` may become a file: it names one or nothing.
void requireReplaceable(const std::string& path);

}  // namespace tenon::io

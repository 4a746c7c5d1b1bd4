#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Folders that a command creates for its outputs. Folders that are still empty at its end, because
/// it has failed, are removed.
class NewFolders {
 public:
  explicit NewFolders(const base::Communicator& comm) : comm_(comm) {}
  ~NewFolders();
  NewFolders(NewFolders&& other) noexcept;
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;
  NewFolders& operator=(NewFolders&&) = delete;

  /// Creates a folder and its parents. @throws FileError on all ranks. @note Collective.
  void make(const std::string& path);

 private:
  base::Communicator comm_;
  std::vector<std::string> made_;  // on the root, outer folders first
};

}  // namespace tenon::io

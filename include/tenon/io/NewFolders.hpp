#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// The folders that a command makes for its outputs. Those that are still empty at its end, because it has failed, are
/// removed.
class NewFolders {
 public:
  explicit NewFolders(const base::Communicator& comm) : comm_(comm) {}
  ~NewFolders();
  NewFolders(NewFolders&& other) noexcept;
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;
  NewFolders& operator=(NewFolders&&) = delete;

  /// Makes a folder with those above it. Collective; FileError.
  void make(const std::string& path);

 private:
  base::Communicator comm_;
  std::vector<std::string> made_;  // on the root, outer folders first
};

}  // namespace tenon::io

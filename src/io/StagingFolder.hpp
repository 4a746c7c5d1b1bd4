// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "FileDescriptor.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Set of files that appear together or not at all. They are written to a hidden folder inside the
/// target folder and finally moved; without commit() they are deleted. During the lifetime of this
/// object a second run with the same folder is rejected.
class StagingFolder {
 public:
  /// Creates the folder `path` if it does not exist.
  /// @throws FileError on all ranks if the folder is not writable
  /// @note Collective.
  StagingFolder(const base::Communicator& comm, const std::string& path);
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;
  /// Deletes files that were not moved to the target folder. @note Not collective.
  ~StagingFolder();

  /// Returns the path to which a file of this name is to be written; for "folder/name" after
  /// addFolder().
  /// @note Not collective.
  std::string operator/(const std::string& name) const { return hidden_path_ + "/" + name; }

  /// Creates a subfolder, which appears with its files.
  /// @throws FileError if something else has its name
  /// @note Collective.
  void addFolder(const std::string& name);

  /// Moves every file to its target; older files of the same names are replaced.
  /// @throws FileError on all ranks
  /// @note Collective.
  void commit();

 private:
  base::Communicator comm_;
  std::string path_, hidden_path_;
  std::string created_folder_;  // topmost folder created by this object
  FileDescriptor lock_;         // on the folder, on the root
};

}  // namespace tenon::io

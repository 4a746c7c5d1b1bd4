// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Folders that a command creates for its outputs. Folders that are still empty at its end, because
/// it has failed, are removed.
class OutputFolders {
 public:
  explicit OutputFolders(const base::Communicator& comm) : comm_(comm) {}
  ~OutputFolders();
  OutputFolders(OutputFolders&& other) noexcept;
  OutputFolders(const OutputFolders&) = delete;
  OutputFolders& operator=(const OutputFolders&) = delete;
  OutputFolders& operator=(OutputFolders&&) = delete;

  /// Creates a folder and its parents. @throws FileError on all ranks. @note Collective.
  void create(const std::string& path);

 private:
  base::Communicator comm_;
  std::vector<std::string> created_;  // on the root, outer folders first
};

}  // namespace tenon::io

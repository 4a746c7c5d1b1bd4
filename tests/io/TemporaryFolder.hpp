// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::io::testing {

/// Temporary folder of one test, identical on all ranks. The destructor removes the folder.
/// @note Construction and destruction are collective.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const base::Communicator& comm = base::Communicator::world()) : comm_(comm) {
    std::string name = (std::filesystem::temp_directory_path() / "tenon-io-XXXXXX").string();
    if (comm.isRoot() && mkdtemp(name.data()) == nullptr) name.clear();
    path_ = comm.broadcast(name);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    comm_.barrier();
    std::error_code ignored;
    if (comm_.isRoot()) std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  base::Communicator comm_;
  std::string path_;
};

inline std::string bytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Writes a file on the root. The file is written after all ranks have arrived and before any rank
/// proceeds.
/// @note Collective.
inline void writeBytes(const base::Communicator& comm, const std::string& path, const std::string& bytes) {
  comm.barrier();
  if (comm.isRoot()) std::ofstream(path, std::ios::binary) << bytes;
  comm.barrier();
}

/// Returns the message of the Error that `work` throws, or an empty text if `work` does not throw.
template <class Error, class Work>
std::string messageOf(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace tenon::io::testing

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <sys/mount.h>

#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::io::testing {

/// File system of 1 MB mounted in `folder`, on machines where mounting is permitted.
/// @note Construction and destruction are collective.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& folder, const base::Communicator& comm = base::Communicator::world())
      : comm_(comm), folder_(folder) {
    if (comm_.isRoot()) mounted_ = mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1m") == 0;
    mounted_ = comm_.any(mounted_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    comm_.barrier();
    if (mounted_ && comm_.isRoot()) umount2(folder_.c_str(), MNT_DETACH);
  }
  bool isMounted() const { return mounted_; }

 private:
  base::Communicator comm_;
  std::string folder_;
  bool mounted_ = false;
};

}  // namespace tenon::io::testing

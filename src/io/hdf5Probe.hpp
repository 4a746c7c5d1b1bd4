// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>

#include <functional>
#include <string>

namespace tenon::io {

/// Verifies in a child process that HDF5 can traverse all objects, links and attributes of a file.
/// The names of a group with many members have no checksums, and HDF5 crashes on damaged ones.
/// Called on one rank.
/// @param open  function that opens the file, without MPI
/// @throws FileError if the child has crashed, could not read a name, or has exceeded its time
///   limit
void requireTraversable(const std::string& path, const std::function<hid_t()>& open);

}  // namespace tenon::io

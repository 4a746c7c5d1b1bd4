#pragma once
#include <hdf5.h>

#include <functional>
#include <string>

namespace tenon::io {

/// Finds out in a child process whether HDF5 survives a walk over all objects, links and attributes of a file. The
/// names of a group with many members have no checksums, and HDF5 crashes on damaged ones. `open` opens the file.
/// Call on one rank, without MPI in `open`.
/// @throws FileError if the child has crashed, could not read a name, or has not come to an end within its time.
void requireWalkable(const std::string& path, const std::function<hid_t()>& open);

}  // namespace tenon::io

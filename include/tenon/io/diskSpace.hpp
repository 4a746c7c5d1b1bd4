#pragma once
#include <cstdint>
#include <string>

// Room on the disk, found out before it is needed.
namespace tenon::io {

/// FileError(reason) unless the first `size` bytes of an existing file have their place on the disk afterwards; the
/// file is then at least that long. Open MPI 4.1 says nothing when a collective write of three or more ranks meets a
/// full disk: so whoever writes by MPI-IO claims the space first. File systems that cannot claim space are asked how
/// much they have. Not collective.
void claimDiskSpace(const std::string& path, std::int64_t size);

/// " (12.0 MB are free there)" for messages; empty where nobody knows. Not collective.
std::string freeSpaceNote(const std::string& path);

}  // namespace tenon::io

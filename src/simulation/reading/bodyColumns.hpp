#pragma once
#include <functional>

#include "bodyTable.hpp"

namespace tenon::simulation {

/// Looks at an entry that stands at `where`; throws InputError.
using BodyCheck = std::function<void(const BodyEntry&, const std::string& where)>;

/// Particles or rigid bodies of a CSV file, whose first line names its columns: x, y and mass, z in space, and of rigid
/// bodies izz, in space also ixx and iyy; it may have vx, vy, vz, and of rigid bodies ixy, ixz, iyz, rx, ry, rz
/// (rotation vector), wx, wy, wz. Lines may be empty, and # begins a comment. `check` looks at each entry.
///
/// On the root. FileError for a file that cannot be read; InputError with file and line.
std::vector<BodyEntry> readBodyFile(const std::string& path, bool are_rigid, int dimension, const BodyCheck& check);

}  // namespace tenon::simulation

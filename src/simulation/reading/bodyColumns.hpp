// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "BodyEntry.hpp"

namespace tenon::simulation {

/// Check of an entry at the place `where`; throws InputError.
using BodyCheck = std::function<void(const BodyEntry&, const std::string& where)>;

/// Reads particles or rigid bodies from a CSV file on the root. The first line contains the names
/// of the columns. Required columns are x, y and mass, in space also z; for rigid bodies izz, in
/// space also ixx and iyy. Optional columns are vx, vy, vz, and for rigid bodies ixy, ixz, iyz, rx,
/// ry, rz (rotation vector) and wx, wy, wz. Lines may be empty, and # begins a comment.
/// @param are_mapped  true for mapped bodies, whose mass and moments of inertia are optional
/// @param check  called for each entry
/// @throws FileError if the file cannot be read
/// @throws InputError with file and line if its contents are invalid
std::vector<BodyEntry> readBodyFile(const std::string& path, bool are_rigid, bool are_mapped, int dimension,
                                    const BodyCheck& check);

}  // namespace tenon::simulation

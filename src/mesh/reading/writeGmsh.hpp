// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Writes a mesh as a Gmsh file, format 2.2, text; the file appears completely or not at all. Nodes
/// and cells keep their numbers. A cell of several groups is written once for each group; from the
/// second on with a number above all others. Nodes of groups are written as point cells.
/// Coordinates are written with full precision.
/// @param mesh  mesh on one rank
/// @throws FileError if the file cannot be written
/// @note Not collective.
/// @see https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format-version-2
void writeGmsh(const Mesh& mesh, const std::string& path);

}  // namespace tenon::mesh

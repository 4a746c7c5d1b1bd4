// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>

#include "RawMesh.hpp"

namespace tenon::mesh {

/// Reads a Gmsh mesh, format 2.2 or 4.1, text or binary in the byte order of this machine, on this
/// rank only.
///
/// Physical groups without a name are named by their number. Cells of lower dimension are kept only
/// if they belong to a group and their nodes belong to solid cells (to faces in plane meshes);
/// other dropped items are counted in the result. A cell that format 2.2 repeats for each physical
/// group becomes one cell of several groups. Unknown sections are skipped. Memory use is bounded by
/// the size of the file.
///
/// @throws FileError if the file cannot be read
/// @throws InputError whose message names line, byte or element if the contents are invalid
/// @note Not collective.
/// @see https://gmsh.info/doc/texinfo/gmsh.html#Gmsh-file-formats
RawMesh readGmsh(const std::string& path);

/// Reads a Gmsh mesh from memory in the same way as readGmsh(). `file` is the name for messages.
RawMesh parseGmsh(std::string_view content, const std::string& file);

}  // namespace tenon::mesh

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "mesh/reading/RawMesh.hpp"

namespace tenon::mesh {

/// Returns true if the extension is that of a surface file: .stl, .obj or .ply, ignoring case.
bool isSurfaceFile(const std::string& path);

/// Reads a triangulated surface on this rank only. Polygons are triangulated; the file's named
/// parts become groups of faces; no other file is opened. Vertices closer to each other than 1e-6
/// times the diagonal of their bounding box become one node, because STL has no shared nodes.
/// Triangles that degenerate in this way are dropped, with a warning.
///
/// @throws base::FileError that names the line (text) or byte (binary) if the file cannot be read
///   or is damaged
/// @throws base::InputError if the file is empty or contains no triangles
/// @note Not collective.
RawMesh readSurface(const std::string& path);

/// Reads the contents of a surface file in memory. The extension of `path` determines the format.
RawMesh parseSurface(const std::string& contents, const std::string& path);

}  // namespace tenon::mesh

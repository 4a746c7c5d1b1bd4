#pragma once
#include <string>

#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// Whether the name ends as that of a surface does: .stl, .obj or .ply, in whatever case.
bool isSurfaceFile(const std::string& path);

/// Reads a surface of triangles, on this rank alone. Polygons are cut into triangles, the file's named parts become groups
/// of faces; no other file is opened. Vertices nearer to each other than a millionth of the diagonal of the box round all
/// of them become one node: STL has no nodes in common. Triangles whose vertices become one that way are left out, with a
/// warning.
///
/// @throws base::FileError if the file cannot be read or is damaged, with the line (text) or byte (binary);
///   base::InputError if it holds nothing, or no triangle.
RawMesh readSurface(const std::string& path);

/// Reads the contents of a surface file, whose format is the ending of `path`.
RawMesh parseSurface(const std::string& contents, const std::string& path);

}  // namespace tenon::mesh

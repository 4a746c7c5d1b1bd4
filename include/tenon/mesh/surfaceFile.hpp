#pragma once
#include <string>

#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// Whether the name ends as that of a surface does: .stl, .obj or .ply, in whatever case.
bool isSurfaceFile(const std::string& path);

/// Reads a surface of triangles, on this rank alone, by the library Assimp (https://assimp.org), which knows places to
/// 7 digits. Polygons are cut into triangles, the file's named parts become groups of faces. Vertices nearer to each
/// other than a millionth of the diagonal of the box round all of them become one node: STL has no nodes in common.
/// Triangles whose vertices become one that way are left out, with a warning.
///
/// FileError when the file cannot be read or is damaged; InputError where it holds nothing, or no triangle.
RawMesh readSurface(const std::string& path);

}  // namespace tenon::mesh

#pragma once
#include <string>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Writes a mesh as a Gmsh file, format 2.2, text: whole, or not at all. Nodes and cells keep their numbers; a cell of
/// several groups stands there once for each, with a number above all others from the second on; nodes of groups are
/// cells of points. Coordinates have all their digits.
/// https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format-version-2
///
/// Of a mesh on one rank. Not collective. FileError when it cannot be written.
void writeGmsh(const Mesh& mesh, const std::string& path);

}  // namespace tenon::mesh

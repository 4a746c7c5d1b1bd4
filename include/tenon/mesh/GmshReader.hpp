#pragma once
#include <string>
#include <string_view>

#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// Reads a Gmsh mesh, format 2.2 or 4.1, text or binary of this machine's byte order, on this rank alone.
/// https://gmsh.info/doc/texinfo/gmsh.html#Gmsh-file-formats
///
/// Physical groups without a name are named by their number. Cells of lower dimension stay only in a group, and only
/// where solid cells (plane: faces) have their nodes; what else is dropped is counted in the result. A cell that format
/// 2.2 repeats once per physical group becomes one cell of several groups. Unknown sections are skipped.
///
/// FileError when the file cannot be read; InputError, which names line, byte or element, for anything wrong in it. No
/// more memory is taken than the file's size can justify.
RawMesh readGmsh(const std::string& path);

/// The same from memory; `file` is the name for messages.
RawMesh parseGmsh(std::string_view content, const std::string& file);

}  // namespace tenon::mesh

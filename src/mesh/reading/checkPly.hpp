#pragma once
#include <string>

namespace tenon::mesh {

/// FileError where a PLY file does not hold what its header announces: values, and vertices that faces name. Assimp 5.2
/// runs on for ever or off its arrays there. http://paulbourke.net/dataformats/ply
void checkPly(const std::string& contents, const std::string& path);

}  // namespace tenon::mesh

#pragma once
#include <string>

#include "tenon/la/State.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::fem {

/// Where a contributor acts: one object's mesh and motion. The state's nodes are the mesh's nodes, in the same order.
struct Domain {
  std::string object;  ///< name in the case file, for messages
  const mesh::Mesh& mesh;
  la::State& state;
};

}  // namespace tenon::fem

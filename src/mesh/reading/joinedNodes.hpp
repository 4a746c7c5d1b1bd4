#pragma once
#include "tenon/mesh/partition.hpp"
#include "tenon/mesh/readMeshes.hpp"

namespace tenon::mesh {

/// The nodes of `meshes` that links name. `by_source`: the number among meshes of each source, -1 of one that is not
/// there. Numbers and groups that are not found are left out: who joins them says so. Of two groups one has to be a
/// single node; it is joined to some of the other's.
std::vector<JoinedNodes> joinedNodes(const std::vector<const RawMesh*>& meshes, const std::vector<int>& by_source,
                                     const std::vector<MeshLink>& links);

}  // namespace tenon::mesh

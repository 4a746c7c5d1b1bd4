// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "MeshLink.hpp"
#include "RawMesh.hpp"
#include "mesh/distribution/partition.hpp"

namespace tenon::mesh {

/// Returns the nodes of `meshes` that `links` couple. Numbers and groups that do not exist are
/// ignored; the constructors of the joints report them. One of two groups must be a single node; it
/// is joined to some nodes of the other group.
/// @param by_source  index in `meshes` of each source, -1 if it is not present
std::vector<JoinedNodes> joinedNodes(const std::vector<const RawMesh*>& meshes, const std::vector<int>& by_source,
                                     const std::vector<MeshLink>& links);

}  // namespace tenon::mesh

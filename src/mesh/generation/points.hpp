// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Creates a mesh of points, each owned by the rank that passes it. The group "all" contains all
/// points.
/// @param file  description of the points, for messages
/// @param points  coordinates of the points of this rank
/// @param positions  index of each point among those of all ranks, from 0; the tag of a point is
///   its index plus 1
/// @note Collective.
Mesh makePointMesh(const base::Communicator& comm, const std::string& file, const std::vector<base::Vec3>& points,
                   const std::vector<std::int64_t>& positions);

}  // namespace tenon::mesh

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::mesh {

/// Maximum number of vertices of a concave polygon; the work grows with its square.
inline constexpr std::size_t most_vertices_of_concave_polygon = 10000;

/// Triangulates a polygon of four or more vertices and appends the vertices of the triangles to
/// `triangles`. A convex polygon becomes a fan, a concave one is triangulated by ear clipping in
/// the plane of its mean normal.
/// @return false, without triangles, if a concave polygon has too many vertices
/// @see D. Eberly, Triangulation by Ear Clipping (2002)
bool triangulate(const std::vector<base::Vec3>& vertices, const std::vector<std::int32_t>& polygon,
                 std::vector<std::int32_t>& triangles);

}  // namespace tenon::mesh

#pragma once
#include <cstdint>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::mesh {

/// Largest polygon with an inward corner that is cut: the work grows with the square of the number of vertices.
inline constexpr std::size_t most_vertices_of_concave_polygon = 10000;

/// Cuts a polygon of four or more vertices into triangles and appends their vertices to `triangles`. A convex polygon
/// becomes a fan, a concave one is cut by ear clipping in the plane of its mean normal (D. Eberly, Triangulation by Ear
/// Clipping, 2002).
/// @return False, and no triangles, if a concave polygon has too many vertices.
bool triangulate(const std::vector<base::Vec3>& vertices, const std::vector<std::int32_t>& polygon,
                 std::vector<std::int32_t>& triangles);

}  // namespace tenon::mesh

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "fem/search/Box.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::surface {

/// Nodes of one face, or of one edge in plane problems, which define the geometry x(xi) = sum_a
/// N_a(xi) x_a.
struct Face {
  mesh::CellType type;              ///< cell type
  std::array<base::Vec3, 9> nodes;  ///< positions of the first mesh::info(type).num_nodes entries, in Gmsh's order

  /// Returns the position at reference coordinates xi.
  base::Vec3 at(const std::array<double, 2>& xi) const;
  /// Returns the position at reference coordinates xi.
  base::Vec3 at(const base::Vec2& xi) const { return at(std::array<double, 2>{xi[0], xi[1]}); }
  /// Returns the face translated by -origin. The round-off of computations on the translated face
  /// is proportional to the size of the face and independent of its position.
  Face relativeTo(const base::Vec3& origin) const;
  /// Returns the largest distance between two vertices.
  double diameter() const;
  /// Returns a bounding box of the face, also for curved faces. The box is that of the Bezier
  /// points, whose convex hull contains the face.
  /// @see Farin, Curves and Surfaces for CAGD, 5th ed., ch. 3 and 16
  fem::Box box() const;
};

/// Point of a face that is closest to another point.
struct FacePoint {
  std::array<double, 2> xi{};                ///< reference coordinates, always within the face
  base::Vec3 position = base::Vec3::Zero();  ///< position of the closest point
  double distance = 0.0;                     ///< distance between the two points
};

/// Returns the point of the face that is closest to another point.
///
/// The distance |x(xi) - point| is minimised by Newton's method in the interior and on each edge;
/// the vertices are also evaluated. The smallest distance is selected. Supported types are line2,
/// line3, tri3, tri6, quad4, quad8 and quad9.
/// @note Not collective.
FacePoint closestPoint(const Face& face, const base::Vec3& point);

}  // namespace tenon::surface

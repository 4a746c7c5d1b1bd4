// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "closestPoint.hpp"

namespace tenon::surface {

/// Geometry of a face at one point: the position x(xi) = sum_a N_a x_a and its derivatives with
/// respect to xi.
struct FaceGeometry {
  /// Evaluates the geometry at xi.
  FaceGeometry(const Face& face, const base::Vec2& xi);

  int num_nodes, dimension;             ///< number of nodes; dimension of the reference cell
  double N[9], dN[9][2];                ///< shape functions and their derivatives
  base::Vec3 x;                         ///< position
  base::Vec3 tangents[2];               ///< tangents dx/dxi_j
  base::Vec3 second_derivatives[2][2];  ///< second derivatives d2x/dxi_j dxi_k

  /// Returns the normal dx/dxi_1 x dx/dxi_2, whose length is the area per dxi. For an edge the
  /// result is dx/dxi rotated to its right.
  base::Vec3 areaVector() const;
  /// Returns -dr/dxi for r_j = dx/dxi_j . gap with gap = p - x: dx_j . dx_k - d2x_jk . gap. Entries
  /// beyond the dimension are those of the identity.
  base::Mat2 slope(const base::Vec3& gap) const;
};

/// Returns the unit normal at the centre of a face.
base::Vec3 centreNormal(const Face& face);

/// Returns the foot of the perpendicular from a point to the face or to its continuation: r = 0.
/// @param face   face
/// @param point  point to be projected
/// @param start  initial guess of Newton's method
/// @return reference coordinates; empty if the foot lies outside the face by more than half its
///   size, or if the iteration does not converge
std::optional<base::Vec2> footPoint(const Face& face, const base::Vec3& point, const base::Vec2& start);

}  // namespace tenon::surface

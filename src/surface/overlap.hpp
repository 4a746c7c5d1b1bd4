// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <vector>

#include "closestPoint.hpp"

namespace tenon::surface {

/// Quadrature point of the overlap of two faces.
struct OverlapPoint {
  std::array<double, 2> slave_xi, master_xi;  ///< reference coordinates in each face
  double weight;                              ///< associated area; length in plane problems
  double gap;                                 ///< distance from slave to master along the normal of the slave face
};

/// Overlap of two faces.
struct Overlap {
  std::vector<OverlapPoint> points;  ///< quadrature points of the overlap
  /// Area of quadrature points that could not be projected to one of the faces because of its
  /// curvature.
  double lost_area = 0.0;
};

/// Computes a quadrature rule on the part of `slave` that lies over `master`, where lines along the
/// normal of the slave face meet both faces. All computations are relative to the first node of the
/// slave face, so that round-off does not depend on the position.
///
/// The faces are divided into facets with straight edges (four for a quad9). Each pair of facets is
/// projected onto the plane through the centre of the slave facet. The polygons are clipped against
/// each other, the result is triangulated, and each triangle receives a rule of total degree
/// `degree`. Each quadrature point is projected back to both faces.
///
/// Integrals of polynomials of that degree are thus exact on flat affine faces. On other faces both
/// sides use the same points and weights, so that a tie passes the patch test on a flat interface.
/// Pairs whose normals deviate by more than 60 degrees from facing each other do not overlap. In
/// plane problems the facets are edges and the overlap is an interval.
///
/// Polygons and intervals are clipped where the planes of the two facets are farther apart than
/// `reach`. Integrals therefore change continuously as the faces move. A sum over the quadrature
/// points within reach would jump whenever a different vertex of a polygon becomes the first one.
///
/// @see Puso and Laursen, A mortar segment-to-segment contact method for large deformation solid
///   mechanics, CMAME 193 (2004), sec. 3
/// @see Puso, Laursen and Solberg, CMAME 197 (2008), for second-order faces
Overlap overlap(const Face& slave, const Face& master, int degree,
                double reach = std::numeric_limits<double>::infinity());

/// Returns the area of the facets of a face, each in its plane, which is the sum of the weights of
/// the overlap of the face with itself.
double areaOfFacets(const Face& face);

}  // namespace tenon::surface

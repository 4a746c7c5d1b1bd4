#pragma once
#include <limits>
#include <vector>

#include "tenon/surface/closestPoint.hpp"

namespace tenon::surface {

/// A quadrature point of the part of one face that lies over another.
struct OverlapPoint {
  std::array<double, 2> slave_xi, master_xi;  ///< reference coordinates in each face
  double weight;                              ///< area it stands for; length in plane problems
  double gap;                                 ///< from slave to master along the slave's normal
};

/// The part of one face that lies over another.
struct Overlap {
  std::vector<OverlapPoint> points;
  double lost = 0.0;  ///< area of quadrature points whose line meets no point of one of the faces: they are too curved
};

/// Quadrature over the part of `slave` that lies over `master`: where lines along the slave's normal meet both. All of
/// it is computed from the slave's first node, hence alike wherever the faces are.
///
/// Faces are cut into facets with straight edges (a quad9 into four). For each pair of facets both are projected on the
/// plane through the slave facet's middle, the polygons are clipped by one another, and the triangles of what is left
/// carry a rule of total degree `degree`; each point is projected back to both faces. So integrals of polynomials of
/// that degree are exact where faces are flat and affine, and where they are not both sides see the same points and
/// weights, hence a tie still passes the patch test on a flat interface. Pairs that face each other by an angle of more
/// than 60 degrees do not overlap. In plane problems facets are edges and the overlap is an interval.
///
/// Cuts polygons and intervals off where the planes of both facets are farther apart than `reach`. So integrals
/// change continuously as faces move; sums over those quadrature points that are within reach would jump where another
/// corner of a polygon becomes its first one.
///
/// Sources: Puso & Laursen, A mortar segment-to-segment contact method for large deformation solid mechanics, CMAME 193
/// (2004), sec. 3; Puso, Laursen & Solberg, CMAME 197 (2008), for faces of second order.
Overlap overlap(const Face& slave, const Face& master, int degree,
                double reach = std::numeric_limits<double>::infinity());

/// What the weights of a face's overlap with itself sum to: the area of its facets, each in its plane.
double areaOfFacets(const Face& face);

}  // namespace tenon::surface

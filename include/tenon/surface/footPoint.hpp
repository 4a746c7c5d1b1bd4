#pragma once
#include <optional>

#include "tenon/surface/closestPoint.hpp"

namespace tenon::surface {

/// What a face's geometry is at one of its points: x(xi) = sum_a N_a x_a, and its derivatives by xi.
struct FaceGeometry {
  FaceGeometry(const Face& face, const base::Vec2& xi);

  int num_nodes, dimension;  ///< dimension of the reference cell
  double N[9], dN[9][2];
  base::Vec3 x;
  base::Vec3 by[2];        ///< dx/dxi_j
  base::Vec3 twice[2][2];  ///< d2x/dxi_j dxi_k

  /// dx/dxi_1 x dx/dxi_2, of an edge dx/dxi turned to its right: normal to the face, as long as the area of dxi.
  base::Vec3 areaVector() const;
  /// -d(r)/dxi of r_j = dx/dxi_j . gap, for gap = p - x: dx_j . dx_k - d2x_jk . gap. The identity beyond dimension.
  base::Mat2 slope(const base::Vec3& gap) const;
};

/// Normal in the middle of a face, of length 1.
base::Vec3 middleNormal(const Face& face);

/// The foot of a point on the face or on its continuation: r = 0, by Newton's method from `start`. Nothing where it is
/// farther than half a face outside, or is not found.
std::optional<base::Vec2> footPoint(const Face& face, const base::Vec3& point, const base::Vec2& start);

}  // namespace tenon::surface

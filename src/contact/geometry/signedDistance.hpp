// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Signed distance of a point from the surface of a shape, and its derivatives with respect to the
/// point.
struct SignedDistance {
  double distance;       ///< distance; negative inside
  base::Vec3 normal;     ///< first derivative: outward unit normal
  base::Mat3 curvature;  ///< second derivative [1/length]
};

/// Returns the signed distance of the point x from a shape, both in the axes of the shape. Where
/// the closest point is not unique, one of the closest points determines the normal, and the
/// curvature at the centre of a sphere or on the axis of a cylinder is zero.
SignedDistance signedDistance(const Shape& shape, const base::Vec3& x);

}  // namespace tenon::contact

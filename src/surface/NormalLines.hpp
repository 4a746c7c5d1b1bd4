// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "closestPoint.hpp"

namespace tenon::surface {

/// Intersection of a line along a normal with a face.
struct LineIntersection {
  base::Vec2 xi;  ///< reference coordinates
  double gap;     ///< signed distance along the normal
};

/// Lines along one normal and their intersections with a face: x(xi) - x = gap n. The equation is
/// solved directly for affine faces, and by Newton's method otherwise. The face must be close to
/// the origin (Face::relativeTo()).
class NormalLines {
 public:
  /// Prepares the intersections.
  /// @param face    face close to the origin; must outlive this object
  /// @param start   initial guess of Newton's method, reference coordinates
  /// @param normal  direction of the lines
  NormalLines(const Face& face, const base::Vec2& start, const base::Vec3& normal);

  /// Returns the intersection with the line through x; empty if the line misses the surface of the
  /// face.
  std::optional<LineIntersection> intersect(const base::Vec3& x) const;

 private:
  base::Mat3 slopeAt(const base::Vec2& xi) const;
  bool isAffine(const base::Mat3& slope) const;
  std::optional<LineIntersection> iterate(const base::Vec3& x) const;

  const Face& face_;
  base::Vec3 normal_;
  LineIntersection from_;
  base::Vec3 origin_;  // position of from_ on the face
  base::Mat3 inverse_;
  bool is_affine_;
};

}  // namespace tenon::surface

#pragma once
#include <optional>

#include "tenon/surface/closestPoint.hpp"

namespace tenon::surface {

/// Where a line along a normal meets a face, in reference coordinates, and how far away.
struct Meeting {
  base::Vec2 xi;
  double gap;
};

/// Lines along one normal, and where they meet a face: x(xi) - x = gap n, at once where the face is affine, else by
/// Newton's method. The face is to be near the origin (Face::from).
class Lines {
 public:
  /// `start`: where Newton's method begins, in reference coordinates.
  Lines(const Face& face, const base::Vec2& start, const base::Vec3& normal);

  /// Nothing where the line misses the face's surface.
  std::optional<Meeting> meet(const base::Vec3& x) const;

 private:
  base::Mat3 slopeAt(const base::Vec2& xi) const;
  bool isAffine(const base::Mat3& slope) const;
  std::optional<Meeting> iterate(const base::Vec3& x) const;

  const Face& face_;
  base::Vec3 normal_;
  Meeting from_;
  base::Vec3 origin_;  // of from_, on the face
  base::Mat3 inverse_;
  bool is_affine_;
};

}  // namespace tenon::surface

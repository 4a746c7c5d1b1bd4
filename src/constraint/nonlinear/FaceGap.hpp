#pragma once
#include <Eigen/Geometry>

#include "tenon/constraint/Sliding.hpp"
#include "tenon/surface/footPoint.hpp"

namespace tenon::constraint {

/// The gap between a point and the face under it, and its derivatives by what moves: the point's unknowns, then those
/// of the face's nodes.
struct FaceGap {
  using Wide = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // [3 x unknowns]

  FaceGap(const base::Vec3& point, const surface::Face& face, const base::Vec2& xi, int dim)
      : at(face, xi), gap(point - at.x), dimension(dim), num_unknowns(dim * (1 + at.num_nodes)) {
    normal = at.areaVector().normalized();
  }

  /// g = n . (x - x_f).
  double length() const { return normal.dot(gap); }
  /// d(x - x_f) at fixed xi. Of g it is n . of that: the foot moves along the face only.
  Wide ofGap() const;
  /// d(dx_f/dxi_j) at fixed xi.
  Wide ofTangent(int j) const;
  /// d2g, [unknowns x unknowns].
  Eigen::MatrixXd twice() const;

  surface::FaceGeometry at;
  base::Vec3 gap, normal;
  int dimension, num_unknowns;
};

}  // namespace tenon::constraint

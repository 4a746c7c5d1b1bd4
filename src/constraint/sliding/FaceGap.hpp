// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Geometry>

#include "surface/footPoint.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::constraint {

/// Gap between a point and the face below it, and its derivatives with respect to the degrees of
/// freedom of the point, followed by those of the face's nodes.
struct FaceGap {
  using Wide = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // [3 x degrees of freedom]

  FaceGap(const base::Vec3& point, const surface::Face& face, const base::Vec2& xi, int dim)
      : at(face, xi), gap(point - at.x), dimension(dim), num_unknowns(dim * (1 + at.num_nodes)) {
    normal = at.areaVector().normalized();
  }

  /// Returns g = n . (x - x_f).
  double length() const { return normal.dot(gap); }
  /// Returns d(x - x_f) at fixed xi. dg = n . d(x - x_f), because the foot moves along the face
  /// only.
  Wide gapDerivative() const;
  /// Returns d(dx_f/dxi_j) at fixed xi.
  Wide tangentDerivative(int j) const;
  /// Returns d2g, [degrees of freedom × degrees of freedom].
  Eigen::MatrixXd secondDerivative() const;

  surface::FaceGeometry at;
  base::Vec3 gap, normal;
  int dimension, num_unknowns;
};

}  // namespace tenon::constraint

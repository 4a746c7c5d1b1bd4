// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "gapRotation.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "surface/footPoint.hpp"

namespace tenon::constraint {

using base::Mat3;
using base::Vec2;
using base::Vec3;

std::array<Mat3, 9> gapRotation(const surface::Face& face, const Vec2& xi, const Vec3& gap) {
  const surface::FaceGeometry at(face, xi);
  // Tangents, and the normal in the last column. In plane problems the second tangent is normal to
  // the plane.
  Mat3 frame;
  frame.col(0) = at.tangents[0];
  frame.col(1) = at.dimension == 2 ? at.tangents[1] : Vec3::UnitZ();
  frame.col(2) = frame.col(0).cross(frame.col(1)).normalized();
  const Mat3 dual = frame.inverse();  // rows: dual tangents and the normal
  const Vec3 coordinates = dual * gap;
  std::array<Mat3, 9> B;
  for (int l = 0; l < at.num_nodes; ++l) {
    Mat3& of_node = B[static_cast<std::size_t>(l)];
    of_node.setZero();
    for (int a = 0; a < at.dimension; ++a)
      of_node += at.dN[l][a] * (coordinates[a] * Mat3::Identity() -
                                coordinates[2] * dual.row(a).transpose() * frame.col(2).transpose());
  }
  return B;
}

}  // namespace tenon::constraint

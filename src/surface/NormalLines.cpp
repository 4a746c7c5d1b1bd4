// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NormalLines.hpp"

#include <Eigen/LU>
#include <limits>

#include "base/dense.hpp"
#include "fem/shapes.hpp"

namespace tenon::surface {

using base::Mat3;
using base::Vec2;
using base::Vec3;

NormalLines::NormalLines(const Face& face, const Vec2& start, const Vec3& normal)
    : face_(face), normal_(normal), from_{start, 0.0}, origin_(face.at(start)) {
  const Mat3 slope = slopeAt(start);
  is_affine_ = isAffine(slope);
  if (is_affine_) inverse_ = slope.inverse();
}

std::optional<LineIntersection> NormalLines::intersect(const Vec3& x) const {
  if (!is_affine_) return iterate(x);
  const Vec3 step = inverse_ * (x - origin_);
  if (!step.allFinite()) return std::nullopt;
  return LineIntersection{from_.xi + step.head<2>(), step[2]};
}

/// Returns d(x(xi) - gap n)/d(xi, gap).
Mat3 NormalLines::slopeAt(const Vec2& xi) const {
  const int n = fem::numNodes(face_.type), dim = fem::dimensionOf(face_.type);
  double dN[18];
  fem::shapeGradients(face_.type, xi.data(), dN);
  Mat3 slope = Mat3::Zero();
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < dim; ++j) slope.col(j) += dN[a * dim + j] * face_.nodes[static_cast<std::size_t>(a)];
  if (dim == 1) slope.col(1) = Vec3::UnitZ();
  slope.col(2) = -normal_;
  return slope;
}

bool NormalLines::isAffine(const Mat3& slope) const {
  constexpr double round_off = 1e-14;
  const double size = slope.leftCols<2>().cwiseAbs().maxCoeff();
  for (int a = 0; a < fem::numNodes(face_.type); ++a) {
    const double* xi = fem::nodeCoordinates(face_.type, a);
    const Vec2 step = Vec2(xi[0], xi[1]) - from_.xi;
    const Vec3 off = origin_ + slope.leftCols<2>() * step - face_.nodes[static_cast<std::size_t>(a)];
    if (off.cwiseAbs().maxCoeff() > round_off * size) return false;
  }
  return true;
}

// Steps decrease quadratically. A small step that is not smaller than the previous one is
// round-off, whose size depends on the distance of x from the face.
std::optional<LineIntersection> NormalLines::iterate(const Vec3& x) const {
  constexpr int most_iterations = 30;
  constexpr double as_good_as_there = 1e-13, small = 1e-6;  // in reference coordinates
  LineIntersection at = from_;
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Vec3 on_face = face_.at(at.xi);
    const Vec3 step = base::solve(slopeAt(at.xi), x + at.gap * normal_ - on_face);
    if (!step.allFinite()) return std::nullopt;
    at.xi += step.head<2>();
    at.gap += step[2];
    const double size = step.head<2>().cwiseAbs().maxCoeff();
    if (size < as_good_as_there || (size < small && size >= before)) return at;
    before = size;
  }
  return std::nullopt;
}

}  // namespace tenon::surface

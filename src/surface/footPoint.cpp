// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "footPoint.hpp"

#include <Eigen/Geometry>

#include "base/dense.hpp"
#include "fem/shapes.hpp"

namespace tenon::surface {

using base::Mat2;
using base::Vec2;
using base::Vec3;

namespace {

void gradients(const Face& face, int dimension, const Vec2& xi, double (*dN)[2]) {
  double packed[18];
  fem::shapeGradients(face.type, xi.data(), packed);
  for (int a = 0; a < fem::numNodes(face.type); ++a)
    for (int j = 0; j < 2; ++j) dN[a][j] = j < dimension ? packed[a * dimension + j] : 0.0;
}

}  // namespace

// Second derivatives are central differences over half of the cell. These are exact, because
// gradients are at most quadratic along a direction.
FaceGeometry::FaceGeometry(const Face& face, const Vec2& xi)
    : num_nodes(fem::numNodes(face.type)), dimension(fem::dimensionOf(face.type)), x(Vec3::Zero()) {
  fem::shapeFunctions(face.type, xi.data(), N);
  gradients(face, dimension, xi, dN);
  for (auto& derivative : tangents) derivative.setZero();
  for (auto& row : second_derivatives)
    for (auto& derivative : row) derivative.setZero();
  for (int a = 0; a < num_nodes; ++a) {
    const Vec3& node = face.nodes[static_cast<std::size_t>(a)];
    x += N[a] * node;
    for (int j = 0; j < 2; ++j) tangents[j] += dN[a][j] * node;
  }
  for (int k = 0; k < dimension; ++k) {
    double ahead[9][2], behind[9][2];
    gradients(face, dimension, xi + 0.5 * Vec2::Unit(k), ahead);
    gradients(face, dimension, xi - 0.5 * Vec2::Unit(k), behind);
    for (int a = 0; a < num_nodes; ++a)
      for (int j = 0; j < dimension; ++j)
        second_derivatives[j][k] += (ahead[a][j] - behind[a][j]) * face.nodes[static_cast<std::size_t>(a)];
  }
}

base::Vec3 FaceGeometry::areaVector() const {
  if (dimension == 2) return tangents[0].cross(tangents[1]);
  return {tangents[0][1], -tangents[0][0], 0.0};
}

Mat2 FaceGeometry::slope(const Vec3& gap) const {
  Mat2 A = Mat2::Identity();
  for (int j = 0; j < dimension; ++j)
    for (int k = 0; k < dimension; ++k) A(j, k) = tangents[j].dot(tangents[k]) - second_derivatives[j][k].dot(gap);
  return A;
}

Vec3 centreNormal(const Face& face) {
  const bool is_triangle = fem::shapeOf(face.type) == fem::Shape::triangle;
  const Vec2 middle = is_triangle ? Vec2(1.0 / 3, 1.0 / 3) : Vec2(0, 0);
  return FaceGeometry(face.relativeTo(face.nodes[0]), middle).areaVector().normalized();
}

std::optional<Vec2> footPoint(const Face& face, const Vec3& point, const Vec2& start) {
  constexpr int most_iterations = 30;
  constexpr double small_step = 1e-14, half_a_face = 0.5;
  const bool triangle = fem::shapeOf(face.type) == fem::Shape::triangle;
  Vec2 xi = start;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const FaceGeometry at(face, xi);
    const Vec3 gap = point - at.x;
    const Vec2 step = base::solve(at.slope(gap), Vec2(at.tangents[0].dot(gap), at.tangents[1].dot(gap)));
    xi += step;
    if (!xi.allFinite()) return std::nullopt;
    if (step.norm() < small_step * 10) break;
  }
  const double outside = triangle ? std::max({-xi[0], -xi[1], xi.sum() - 1.0})  // a triangle has half the width
                                  : 0.5 * (xi.cwiseAbs().maxCoeff() - 1.0);
  if (outside > half_a_face) return std::nullopt;
  return xi;
}

}  // namespace tenon::surface

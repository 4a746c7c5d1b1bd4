// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <limits>
#include <random>
#include <vector>

#include "contact/geometry/signedDistance.hpp"
#include "contact/shapes/findContacts.hpp"
#include "contact/shapes/hull.hpp"
#include "fem/search/Box.hpp"
#include "tenon/base/Error.hpp"

// Contact points of shapes: closed-form solutions, and samples of the surfaces.
namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

std::vector<ContactPoint> between(const PlacedShape& a, const PlacedShape& b, double reach = 10.0) {
  std::vector<ContactPoint> points;
  findContacts(a, b, reach, points);
  return points;
}

const ContactPoint& nearest(const std::vector<ContactPoint>& points) {
  return *std::min_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.gap < b.gap; });
}

Mat3 turned(double angle, const Vec3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

// The normal and the curvature are the derivatives of the distance, and the closest points of
// sphere and capsule are those of closed-form solutions.
TEST(SignedDistance, hasTheDerivativesOfTheDistance) {
  const std::vector<Shape> shapes{Sphere{0.8},
                                  Cuboid{Vec3(0.5, 0.7, 0.9)},
                                  Capsule{0.6, 0.4},
                                  HalfSpace{Vec3(1, 2, 2) / 3.0},
                                  Cylinder{0.7, 0.5},
                                  Cylinder{std::numeric_limits<double>::infinity(), 0.5},
                                  Hull{hullOf({{0.9, 0, 0}, {0, 1, 0}, {-1, -1, 0.1}, {0.1, 0, 1.2}, {0, 0.2, -0.8}})}};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  constexpr double h = 1e-4;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    for (int i = 0; i < 200; ++i) {
      const Vec3 x(number(random), number(random), number(random));
      const SignedDistance at = signedDistance(shapes[k], x);
      if (at.distance < 0.01) continue;  // the derivatives jump inside
      EXPECT_NEAR(at.normal.norm(), 1.0, 1e-14);
      bool is_smooth = true;
      Mat3 differences;
      for (int c = 0; c < 3; ++c) {
        const SignedDistance before = signedDistance(shapes[k], x - h * Vec3::Unit(c)),
                             after = signedDistance(shapes[k], x + h * Vec3::Unit(c));
        differences.col(c) = (after.normal - before.normal) / (2 * h);
        // Between regions of the surface, the curvature jumps.
        is_smooth = is_smooth && (after.curvature - before.curvature).norm() < 0.05;
        EXPECT_NEAR((after.distance - before.distance) / (2 * h), at.normal[c], is_smooth ? 1e-4 : 2.0);
      }
      if (is_smooth) EXPECT_LT((differences - at.curvature).norm(), 1e-3) << k << " " << i;
    }
  EXPECT_NEAR(signedDistance(shapes[0], {0, 0.6, 0.8}).distance, 0.2, 1e-15);
  EXPECT_NEAR(signedDistance(shapes[2], {0.3, 0.4, 0.5}).distance, 0.1, 1e-15);
  EXPECT_NEAR(signedDistance(shapes[2], {0, 0.3, -1.0}).distance, 0.1, 1e-15);
  EXPECT_NEAR(signedDistance(shapes[4], {0.8, 0, 1.1}).distance, 0.5, 1e-15);
}

// Inside, the distance is that from the nearest of all surfaces.
TEST(SignedDistance, isNegativeInside) {
  const Shape cylinder = Cylinder{0.7, 0.5}, endless = Cylinder{std::numeric_limits<double>::infinity(), 0.5},
              box = Cuboid{Vec3(0.5, 0.7, 0.9)}, ball = Sphere{0.8};
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(-0.3, 0.3);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x(number(random), number(random), 2.0 * number(random));
    const double across = std::hypot(x[0], x[1]);
    EXPECT_NEAR(signedDistance(cylinder, x).distance, std::max(across - 0.5, std::abs(x[2]) - 0.7), 1e-15);
    EXPECT_NEAR(signedDistance(endless, x).distance, across - 0.5, 1e-15);
    EXPECT_LT((signedDistance(endless, x).normal - Vec3(x[0], x[1], 0.0) / across).norm(), 1e-14);
    EXPECT_NEAR(signedDistance(box, x).distance, (x.cwiseAbs() - Vec3(0.5, 0.7, 0.9)).maxCoeff(), 1e-15);
    EXPECT_NEAR(signedDistance(ball, x).distance, x.norm() - 0.8, 1e-15);
  }
}

/// Expects equal distances, normals and curvatures.
void expectEqual(const SignedDistance& a, const SignedDistance& b, const Vec3& x) {
  EXPECT_NEAR(a.distance, b.distance, 1e-14) << x.transpose();
  EXPECT_LT((a.normal - b.normal).norm(), 1e-13 / std::max(a.distance, 0.01)) << x.transpose();
  EXPECT_LT((a.curvature - b.curvature).norm(), 1e-11 / std::max(a.distance, 0.01)) << x.transpose();
}

// The hull of the corners of a box is this box, also for points on its faces to round-off. Points
// on the edges of a box have several normals.
TEST(SignedDistance, fromAHullOfCornersIsThatFromTheBox) {
  const Cuboid cuboid{Vec3(0.5, 0.7, 0.9)};
  const Shape box = cuboid, hull = Hull{hullOf(cuboid.polytope.vertices)};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  for (int i = 0; i < 500; ++i) {
    const Vec3 x(number(random), number(random), number(random));
    expectEqual(signedDistance(hull, x), signedDistance(box, x), x);
    for (const double gap : {0.0, 1e-17, 1e-16, 1e-15, -1e-16}) {
      const Vec3 on(0.3 * x[0], 0.4 * x[1], -0.9 - gap);
      const SignedDistance at = signedDistance(hull, on);
      EXPECT_NEAR(at.distance, gap, 1e-15);
      EXPECT_LT((at.normal + Vec3::UnitZ()).norm(), 1e-14);
      EXPECT_EQ(at.curvature.norm(), 0.0);
    }
  }
}

// The normal at a point on an edge, to round-off, is that of a face.
TEST(SignedDistance, fromAHullHasANormalOnItsEdges) {
  const Mat3 R = turned(0.7, {1, 2, 3});
  std::vector<Vec3> corners;
  for (const Vec3& x : Cuboid{Vec3(0.5, 0.7, 0.9)}.polytope.vertices) corners.push_back(R * x + Vec3(0.1, 0.2, 0.3));
  const Hull hull{hullOf(corners)};
  for (const Polytope::Edge& edge : hull.polytope.edges)
    for (int k = 0; k <= 100; ++k) {
      const Vec3 &from = hull.polytope.vertices[static_cast<std::size_t>(edge.from)],
                 &to = hull.polytope.vertices[static_cast<std::size_t>(edge.to)];
      const SignedDistance at = signedDistance(hull, from + 0.01 * k * (to - from));
      EXPECT_NEAR(at.distance, 0.0, 1e-14);
      EXPECT_NEAR(at.normal.norm(), 1.0, 1e-14);
      EXPECT_LT(at.curvature.norm(), 1.0);
    }
}

// A capsule is a cylinder beside its segment and a sphere beyond it.
TEST(SignedDistance, fromACapsuleIsThatFromItsParts) {
  const Shape capsule = Capsule{0.6, 0.4}, endless = Cylinder{std::numeric_limits<double>::infinity(), 0.4},
              ball = Sphere{0.4}, point = Capsule{0.0, 0.4};
  std::mt19937 random(6);
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  for (int i = 0; i < 500; ++i) {
    const Vec3 x(number(random), number(random), number(random));
    const Vec3 end(0, 0, std::copysign(0.6, x[2]));
    const SignedDistance at = signedDistance(capsule, x);
    expectEqual(at, std::abs(x[2]) < 0.6 ? signedDistance(endless, x) : signedDistance(ball, x - end), x);
    expectEqual(signedDistance(point, x), signedDistance(ball, x), x);
  }
}

// The distance of points of the plane z = 0 from a prism is that from its section, here an
// equilateral triangle of height 3, which follows from any points with these projections.
TEST(SignedDistance, fromAPrismIsThatFromItsSection) {
  const double r3 = std::sqrt(3.0);
  const Shape prism = Hull{prismOf({{0, 2, 5}, {-r3, -1, 0}, {r3, -1, -2}, {0, -1, 0.1}, {0, 0, 7}})};
  const auto expect = [&](const Vec3& x, double distance, const Vec3& normal) {
    const SignedDistance at = signedDistance(prism, x);
    EXPECT_NEAR(at.distance, distance, 1e-14) << x.transpose();
    EXPECT_LT((at.normal - normal).norm(), 1e-13) << x.transpose();
  };
  expect({0.3, -1.5, 0}, 0.5, {0, -1, 0});
  expect({0.1, -0.25, 0}, -0.75, {0, -1, 0});
  expect({0, 4, 0}, 2.0, {0, 1, 0});
  expect({r3, 1, 0}, 1.0, {r3 / 2, 0.5, 0});
  const SignedDistance beside = signedDistance(prism, {r3 + 0.6, -1.8, 0});  // closest to a vertex
  EXPECT_NEAR(beside.distance, 1.0, 1e-14);
  const Vec3 along(0.8, 0.6, 0);
  EXPECT_LT((beside.curvature - along * along.transpose()).norm(), 1e-13);
  EXPECT_THROW(prismOf({{0, 0, 0}, {1, 1, 0}, {2, 2, 5}}), base::InputError);
  EXPECT_THROW(prismOf({{0, 0, 0}}), base::InputError);
}

TEST(Spheres, touchAlongTheLineOfCentres) {
  const Shape small = Sphere{1.0}, large = Sphere{2.0};
  const auto points = between({&small, {0, 0, 0}, Mat3::Identity()}, {&large, {0, 3, 4}, Mat3::Identity()});
  ASSERT_EQ(points.size(), 1u);
  EXPECT_NEAR(points[0].gap, 2.0, 1e-15);
  EXPECT_LT((points[0].normal - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_LT((points[0].position - Vec3(0, 1.2, 1.6)).norm(), 1e-15);
  EXPECT_TRUE(between({&small, {0, 0, 0}, Mat3::Identity()}, {&large, {0, 3, 4}, Mat3::Identity()}, 1.9).empty());
}

// A sphere near a face, an edge and a corner of a box of half lengths 1, 2, 3, and inside the box;
// in any position.
TEST(SphereAndBox, touchAtTheNearestPoint) {
  const Shape box = Cuboid{Vec3(1, 2, 3)}, ball = Sphere{0.5};
  const Mat3 R = turned(0.7, {1, 2, 3});
  const Vec3 at(5, -4, 2);
  const auto expect = [&](const Vec3& centre, double gap, const Vec3& normal) {
    const auto points = between({&box, at, R}, {&ball, at + R * centre, Mat3::Identity()});
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].gap, gap, 1e-14);
    EXPECT_LT((points[0].normal - R * normal).norm(), 1e-14);
    EXPECT_LT((points[0].position - at - R * (centre - (0.5 + 0.5 * gap) * normal)).norm(), 1e-14);
    const auto reversed = between({&ball, at + R * centre, Mat3::Identity()}, {&box, at, R});
    EXPECT_LT((reversed[0].normal + R * normal).norm(), 1e-14);
  };
  expect({2, 1, -2}, 0.5, {1, 0, 0});
  expect({4, 6, 0}, 4.5, {0.6, 0.8, 0});
  expect({3, 4, 4}, 2.5, {2.0 / 3, 2.0 / 3, 1.0 / 3});
  expect({0.9, 0, 0}, -0.6, {1, 0, 0});
}

TEST(BoxAndPlane, touchAtCorners) {
  const Shape plane = HalfSpace{Vec3(0, 0.6, 0.8)}, box = Cuboid{Vec3(1, 2, 3)};
  const Mat3 R = turned(0.4, {1, -1, 2});
  const Vec3 centre(1, 2, 3);
  const auto points = between({&plane, {0, 0, 1}, Mat3::Identity()}, {&box, centre, R}, 100.0);
  ASSERT_EQ(points.size(), 8u);
  double lowest = 1e9;
  for (int c = 0; c < 8; ++c)
    lowest = std::min(lowest,
                      Vec3(0, 0.6, 0.8).dot(centre + R * Vec3(c & 1 ? 1 : -1, c & 2 ? 2 : -2, c & 4 ? 3 : -3)) - 0.8);
  EXPECT_NEAR(nearest(points).gap, lowest, 1e-14);
}

// Two equal faces, shifted: the contacts are the four corners of the common area, for any sign of
// the gap.
TEST(Boxes, shareARectangle) {
  const Shape box = Cuboid{Vec3(1, 1, 1)};
  for (const double gap : {0.1, 0.0, -0.1}) {
    const auto points = between({&box, {0, 0, 0}, Mat3::Identity()}, {&box, {0.5, 0.25, 2 + gap}, Mat3::Identity()});
    ASSERT_EQ(points.size(), 4u) << gap;
    fem::Box shared;
    for (const auto& point : points) {
      shared.include(point.position);
      EXPECT_NEAR(point.gap, gap, 1e-15);
      EXPECT_LT((point.normal - Vec3::UnitZ()).norm(), 1e-15);
    }
    EXPECT_LT((shared.low - Vec3(-0.5, -0.75, 1 + 0.5 * gap)).norm(), 1e-14);
    EXPECT_LT((shared.high - Vec3(1, 1, 1 + 0.5 * gap)).norm(), 1e-14);
  }
}

// Two edges that cross at right angles.
TEST(Boxes, touchAtCrossedEdges) {
  const Shape box = Cuboid{Vec3(1, 1, 1)};
  const double r = std::sqrt(2.0), pi = std::acos(-1.0);
  const auto points = between({&box, {0.2, 0, 0}, turned(pi / 4, Vec3::UnitX())},
                              {&box, {0, -0.3, 2 * r - 0.05}, turned(pi / 4, Vec3::UnitY())});
  ASSERT_EQ(points.size(), 1u);
  EXPECT_NEAR(points[0].gap, -0.05, 1e-14);
  EXPECT_LT((points[0].normal - Vec3::UnitZ()).norm(), 1e-14);
  EXPECT_LT((points[0].position - Vec3(0, 0, r - 0.025)).norm(), 1e-14);
}

// A plane separates two boxes that do not overlap; the second box lies beyond the first one by at
// least the gap.
TEST(Boxes, areSeparatedByTheirGap) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  const Cuboid first{Vec3(1, 0.6, 0.8)}, second{Vec3(0.5, 1.2, 0.7)};
  const Shape a = first, b = second;
  int apart = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 direction(normal(random), normal(random), normal(random));
    const Mat3 R = turned(normal(random), direction), S = turned(normal(random), direction.cross(Vec3(1, 2, 3)));
    const Vec3 at = 1.7 * direction.normalized() + 0.3 * Vec3(normal(random), normal(random), normal(random));
    const auto points = between({&a, Vec3::Zero(), R}, {&b, at, S});
    if (points.empty()) continue;
    const ContactPoint& point = nearest(points);
    double top = -1e9, bottom = 1e9;
    for (const Vec3& x : first.polytope.vertices) top = std::max(top, point.normal.dot(R * x));
    for (const Vec3& x : second.polytope.vertices) bottom = std::min(bottom, point.normal.dot(at + S * x));
    EXPECT_NEAR(point.normal.norm(), 1.0, 1e-14);
    EXPECT_GE(point.gap, bottom - top - 1e-12);
    EXPECT_LE(point.gap, bottom - top + (points.size() == 1 ? 1e-12 : 3.0));
    apart += bottom > top ? 1 : 0;
  }
  EXPECT_GT(apart, 50);
}

// Capsules that cross, lie side by side, and end to end.
TEST(Capsules, touchWhereTheirSegmentsAreNearest) {
  const Shape capsule = Capsule{1.0, 0.25};
  const double pi = std::acos(-1.0);
  const Mat3 along_x = turned(pi / 2, Vec3::UnitY());
  const auto crossing = between({&capsule, {0, 0, 0.5}, Mat3::Identity()}, {&capsule, {0.5, 1, 0}, along_x});
  ASSERT_EQ(crossing.size(), 1u);
  EXPECT_NEAR(crossing[0].gap, 0.5, 1e-14);
  EXPECT_LT((crossing[0].position - Vec3(0, 0.5, 0)).norm(), 1e-14);
  const auto beside = between({&capsule, {0, 0, 0}, Mat3::Identity()}, {&capsule, {0.6, 0, 0.5}, Mat3::Identity()});
  ASSERT_EQ(beside.size(), 2u);
  EXPECT_NEAR(beside[0].position[2] + beside[1].position[2], 0.5, 1e-14);
  EXPECT_NEAR(std::abs(beside[0].position[2] - beside[1].position[2]), 1.5, 1e-14);
  EXPECT_NEAR(beside[0].gap, 0.1, 1e-14);
  const auto in_line = between({&capsule, {0, 0, 0}, Mat3::Identity()}, {&capsule, {0, 0, 3}, Mat3::Identity()});
  ASSERT_EQ(in_line.size(), 1u);
  EXPECT_NEAR(in_line[0].gap, 0.5, 1e-14);
}

// The nearest point agrees with that of many spheres along the segment of the capsule.
TEST(CapsuleAndBox, touchAtTheNearestPoint) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const Shape capsule = Capsule{0.8, 0.25}, box = Cuboid{Vec3(0.5, 0.7, 0.9)}, ball = Sphere{0.25};
  for (int i = 0; i < 50; ++i) {
    const Vec3 at(normal(random), normal(random), 2.0 + 0.2 * normal(random));
    const Mat3 R = turned(normal(random), {1, normal(random), normal(random)});
    double least = 1e9;
    for (int k = -1000; k <= 1000; ++k)
      least = std::min(least, between({&box, Vec3::Zero(), Mat3::Identity()},
                                      {&ball, at + R * Vec3(0, 0, 8e-4 * k), Mat3::Identity()})[0]
                                  .gap);
    const double gap = nearest(between({&box, Vec3::Zero(), Mat3::Identity()}, {&capsule, at, R})).gap;
    EXPECT_LE(gap, least + 1e-14);
    EXPECT_GE(gap, least - 1e-3);
  }
}

// A capsule that lies on a face and extends over its edges touches at the ends of the common
// segment.
TEST(CapsuleAndBox, shareALine) {
  const Shape capsule = Capsule{2.0, 0.25}, box = Cuboid{Vec3(1, 1, 1)};
  const Mat3 along_x = turned(std::acos(-1.0) / 2, Vec3::UnitY());
  const auto points = between({&box, Vec3::Zero(), Mat3::Identity()}, {&capsule, {0.5, 0, 1.25}, along_x}, 0.01);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(std::abs(points[0].position[0] - points[1].position[0]), 2.0, 1e-5);
  EXPECT_NEAR(points[0].gap, 0.0, 1e-12);
}

}  // namespace
}  // namespace tenon::contact

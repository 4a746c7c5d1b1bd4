// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "surface/closestPoint.hpp"

#include <gtest/gtest.h>

#include <random>

#include "fem/shapes.hpp"

namespace tenon::surface {
namespace {

using base::Vec3;
using mesh::CellType;

constexpr CellType types[] = {CellType::line2, CellType::line3, CellType::tri3, CellType::tri6,
                              CellType::quad4, CellType::quad8, CellType::quad9};

/// Returns a face with the nodes of the reference cell, each
/// slightly displaced, also out of the plane.
Face bent(CellType type, std::mt19937& random, double amount) {
  std::uniform_real_distribution<double> some(-amount, amount);
  Face face{type, {}};
  for (int a = 0; a < fem::numNodes(type); ++a) {
    const double* xi = fem::nodeCoordinates(type, a);
    face.nodes[static_cast<std::size_t>(a)] = Vec3(xi[0] + some(random), xi[1] + some(random), some(random));
  }
  return face;
}

std::vector<std::array<double, 2>> gridOf(CellType type, int n) {
  std::vector<std::array<double, 2>> points;
  const bool triangle = fem::shapeOf(type) == fem::Shape::triangle, line = fem::dimensionOf(type) == 1;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= (line ? 0 : triangle ? n - i : n); ++j) {
      const double a = static_cast<double>(i) / n, b = static_cast<double>(j) / n;
      points.push_back(triangle ? std::array<double, 2>{a, b} : std::array<double, 2>{2 * a - 1, line ? 0 : 2 * b - 1});
    }
  return points;
}

TEST(ClosestPoint, IsThePointItselfOnTheFace) {
  std::mt19937 random(1);
  for (const CellType type : types)
    for (int k = 0; k < 20; ++k) {
      const Face face = bent(type, random, 0.08);
      for (const auto& xi : gridOf(type, 4)) {
        const FacePoint found = closestPoint(face, face.at(xi));
        EXPECT_LT(found.distance, 1e-14);
        EXPECT_NEAR(found.xi[0], xi[0], 1e-12) << mesh::info(type).name;
        EXPECT_NEAR(found.xi[1], xi[1], 1e-12) << mesh::info(type).name;
      }
    }
}

TEST(ClosestPoint, IsNoFartherThanAnyPointOfAFineGrid) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> some(-2, 2);
  for (const CellType type : types) {
    const auto grid = gridOf(type, 40);
    for (int k = 0; k < 100; ++k) {
      const Face face = bent(type, random, 0.15);
      const Vec3 point(some(random), some(random), some(random));
      const FacePoint found = closestPoint(face, point);
      EXPECT_NEAR(found.distance, (face.at(found.xi) - point).norm(), 1e-14);
      double nearest = 1e9;
      for (const auto& xi : grid) nearest = std::min(nearest, (face.at(xi) - point).norm());
      EXPECT_LE(found.distance, nearest + 1e-12) << mesh::info(type).name;
      EXPECT_GE(found.distance, nearest - 0.1) << mesh::info(type).name;
    }
  }
}

TEST(ClosestPoint, StaysWithinTheFace) {
  Face square{CellType::quad4, {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(0, 2, 0)}};
  const FacePoint beyond_edge = closestPoint(square, Vec3(3, 0.5, 0));
  EXPECT_NEAR((beyond_edge.position - Vec3(2, 0.5, 0)).norm(), 0, 1e-14);
  EXPECT_DOUBLE_EQ(beyond_edge.distance, 1.0);
  const FacePoint beyond_corner = closestPoint(square, Vec3(-3, -4, 0));
  EXPECT_EQ(beyond_corner.xi, (std::array<double, 2>{-1, -1}));
  EXPECT_DOUBLE_EQ(beyond_corner.distance, 5.0);
  Face triangle{CellType::tri3, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
  EXPECT_NEAR((closestPoint(triangle, Vec3(1, 1, 0)).position - Vec3(0.5, 0.5, 0)).norm(), 0, 1e-14);
}

TEST(ClosestPoint, LiesOnTheNormalOfACircle) {
  // Parabola y = x^2 as one line3. The points closest to (0, 5) satisfy x^2 = 4.5.
  const Face arc{CellType::line3, {Vec3(-3, 9, 0), Vec3(3, 9, 0), Vec3(0, 0, 0)}};
  const FacePoint found = closestPoint(arc, Vec3(0.1, 5, 0));
  EXPECT_GT(found.position[0], 2.0);
  const double slope = 2 * found.position[0];
  EXPECT_NEAR((found.position - Vec3(0.1, 5, 0)).dot(Vec3(1, slope, 0)), 0.0, 1e-10);
}

TEST(Face, BoxContainsTheWholeCurvedFace) {
  std::mt19937 random(3);
  for (const CellType type : types)
    for (int k = 0; k < 30; ++k) {
      const Face face = bent(type, random, 0.4);
      const auto box = face.box();
      for (const auto& xi : gridOf(type, 15)) {
        const Vec3 x = face.at(xi);
        EXPECT_TRUE(box.expandedBy(1e-14).contains(x)) << mesh::info(type).name;
      }
    }
}

}  // namespace
}  // namespace tenon::surface

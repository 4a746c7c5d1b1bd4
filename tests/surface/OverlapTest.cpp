// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "surface/overlap.hpp"

#include <gtest/gtest.h>

#include <random>

#include "fem/shapes.hpp"

namespace tenon::surface {
namespace {

using base::Vec3;
using mesh::CellType;

const CellType types_3d[] = {CellType::tri3, CellType::tri6, CellType::quad4, CellType::quad8, CellType::quad9};

/// Returns an affine image of the reference cell: x = origin + xi a + eta b.
Face flat(CellType type, const Vec3& origin, const Vec3& a, const Vec3& b) {
  Face face{type, {}};
  for (int k = 0; k < fem::numNodes(type); ++k) {
    const double* xi = fem::nodeCoordinates(type, k);
    face.nodes[static_cast<std::size_t>(k)] = origin + xi[0] * a + xi[1] * b;
  }
  return face;
}

double areaOf(const std::vector<OverlapPoint>& points) {
  double sum = 0.0;
  for (const auto& point : points) sum += point.weight;
  return sum;
}

TEST(Overlap, OfAFaceWithItselfIsTheFace) {
  for (const CellType type : types_3d) {
    const Face face = flat(type, {1, 2, 3}, {1, 0.2, 0}, {-0.3, 1, 0.4});
    const auto points = overlap(face, face, 4).points;
    const double reference = fem::shapeOf(type) == fem::Shape::triangle ? 0.5 : 4.0;
    EXPECT_NEAR(areaOf(points), reference * Vec3(0.08, -0.4, 1.06).norm(), 1e-13) << mesh::info(type).name;
    for (const auto& point : points) {
      EXPECT_NEAR(point.slave_xi[0], point.master_xi[0], 1e-13);
      EXPECT_NEAR(point.slave_xi[1], point.master_xi[1], 1e-13);
      EXPECT_NEAR(point.gap, 0.0, 1e-13);
    }
  }
}

// Compares integrals of products of shape functions with exact values. The squares [0,1]^2 and
// [.25,1.25] x [-.5,.5] share [.25,1] x [0,.5].
TEST(Overlap, IsTheIntersection) {
  const Face slave = flat(CellType::quad4, {0.5, 0.5, 0}, {0.5, 0, 0}, {0, 0.5, 0});
  const Face master = flat(CellType::quad4, {0.75, 0, 0.125}, {0, 0.5, 0}, {0.5, 0, 0});  // opposite orientation
  const auto points = overlap(slave, master, 4).points;
  EXPECT_NEAR(areaOf(points), 0.375, 1e-15);
  double x2y2 = 0.0;
  for (const auto& point : points) {
    const Vec3 s = slave.at(point.slave_xi), m = master.at(point.master_xi);
    EXPECT_LT((s + Vec3(0, 0, 0.125) - m).norm(), 1e-14);
    EXPECT_NEAR(point.gap, 0.125, 1e-14);
    x2y2 += point.weight * s[0] * s[0] * m[1] * m[1];
  }
  EXPECT_NEAR(x2y2, (1 - 1.0 / 64) / 3 * (1.0 / 8) / 3, 1e-15);
}

TEST(Overlap, OfEdgesIsAnInterval) {
  Face slave{CellType::line3, {}}, master{CellType::line2, {}};
  slave.nodes[0] = {0, 0, 0}, slave.nodes[1] = {2, 0, 0}, slave.nodes[2] = {1, 0, 0};
  master.nodes[0] = {3, 0.1, 0}, master.nodes[1] = {0.5, 0.1, 0};
  const auto points = overlap(slave, master, 5).points;
  EXPECT_NEAR(areaOf(points), 1.5, 1e-15);
  double fourth = 0.0;
  for (const auto& point : points) {
    EXPECT_NEAR(std::abs(point.gap), 0.1, 1e-14);
    fourth += point.weight * std::pow(master.at(point.master_xi)[0], 4);
  }
  EXPECT_NEAR(fourth, (32 - 1.0 / 32) / 5, 1e-13);
}

// Verifies the reach below a plane with an inclination of 45 degrees. The strip within reach has
// the width of the reach on both sides of the line of intersection. The result does not depend on
// the first corner of the face.
TEST(Overlap, EndsWhereTheFacesAreFartherApartThanReach) {
  constexpr double reach = 0.35;
  const double width = 2.0 * reach, centre = 0.1;
  for (const CellType type : types_3d)
    for (int turn = 0; turn < 4; ++turn) {
      const bool is_triangle = fem::shapeOf(type) == fem::Shape::triangle;
      const Vec3 x = turn % 2 == 0 ? Vec3(1, 0, 0) : Vec3(0, 1, 0), y = turn % 2 == 0 ? Vec3(0, 1, 0) : Vec3(-1, 0, 0);
      const double sign = turn < 2 ? 1.0 : -1.0;
      const Vec3 corner = -sign * (x + y);
      const Face slave =
          is_triangle ? flat(type, corner, 2 * sign * x, 2 * sign * y) : flat(type, {0, 0, 0}, sign * x, sign * y);
      const Face master = flat(CellType::quad4, {0, 0, -centre}, {5, 0, 5}, {0, 5, 0});  // z = x - centre
      const auto all = overlap(slave, master, 4).points, near = overlap(slave, master, 4, reach).points;
      EXPECT_NEAR(areaOf(all), is_triangle ? 2.0 : 4.0, 1e-13);
      for (const auto& point : near) EXPECT_LE(std::abs(point.gap), reach * (1.0 + 1e-12));
      if (!is_triangle) {
        EXPECT_NEAR(areaOf(near), 2.0 * width, 1e-13) << mesh::info(type).name << ", turn " << turn;
        double moment = 0.0;
        for (const auto& point : near) moment += point.weight * std::pow(slave.at(point.slave_xi)[0], 2);
        const double low = centre - reach, high = centre + reach;
        EXPECT_NEAR(moment, 2.0 / 3.0 * (std::pow(high, 3) - std::pow(low, 3)), 1e-13);
      }
      EXPECT_TRUE(overlap(slave, flat(CellType::quad4, {0, 0, 1}, {5, 0, 0}, {0, 5, 0}), 4, reach).points.empty());
    }
  Face edge{CellType::line2, {}}, other{CellType::line2, {}};
  edge.nodes[0] = {-1, 0, 0}, edge.nodes[1] = {1, 0, 0};
  other.nodes[0] = {-5, -5 - centre, 0}, other.nodes[1] = {5, 5 - centre, 0};
  EXPECT_NEAR(areaOf(overlap(edge, other, 3, reach).points), width, 1e-14);
  other.nodes[0] = {-5, 1, 0}, other.nodes[1] = {5, 1, 0};
  EXPECT_TRUE(overlap(edge, other, 3, reach).points.empty());
}

/// Verifies that patches of two face types that cover the same square share its whole area.
TEST(Overlap, OfMeshesOfTheSameSurfaceCoversTheSurface) {
  for (const CellType slave_type : types_3d)
    for (const CellType master_type : types_3d) {
      const auto cover = [](CellType type, int n) {
        std::vector<Face> faces;
        const double h = 1.0 / n;
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) {
            const Vec3 corner(i * h, j * h, 0), x(h, 0, 0), y(0, h, 0);
            if (fem::shapeOf(type) == fem::Shape::triangle) {
              faces.push_back(flat(type, corner, x, y));
              faces.push_back(flat(type, corner + x + y, -x, -y));
            } else {
              faces.push_back(flat(type, corner + 0.5 * (x + y), 0.5 * x, 0.5 * y));
            }
          }
        return faces;
      };
      double area = 0.0, moment = 0.0;
      for (const Face& slave : cover(slave_type, 2))
        for (const Face& master : cover(master_type, 3))
          for (const auto& point : overlap(slave, master, 4).points) {
            area += point.weight;
            moment += point.weight * slave.at(point.slave_xi)[0] * std::pow(master.at(point.master_xi)[1], 3);
          }
      EXPECT_NEAR(area, 1.0, 1e-13) << mesh::info(slave_type).name << " " << mesh::info(master_type).name;
      EXPECT_NEAR(moment, 0.125, 1e-13);
    }
}

TEST(Overlap, OfFacesAtRightAnglesIsEmpty) {
  const Face slave = flat(CellType::quad4, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const Face master = flat(CellType::quad4, {1, 0, 1}, {0, 1, 0}, {0.1, 0, 1});
  EXPECT_TRUE(overlap(slave, master, 2).points.empty());
}

// Verifies the reported lost area. The second-order triangles are so distorted that projections
// along the normals of their facets do not always converge, although the plane covers all of them.
TEST(Overlap, ReportsTheLostArea) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> fold(-0.4, 0.4);
  const Face plane = flat(CellType::quad4, {0, 0, 1}, {20, 0, 0}, {0, 20, 0});
  double all_lost = 0.0;
  for (int k = 0; k < 200; ++k) {
    Face slave = flat(CellType::tri6, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    for (std::size_t a = 3; a < 6; ++a) slave.nodes[a] += Vec3(fold(random), fold(random), fold(random) / 2);
    const int facets[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    double facing = 0.0;
    for (const auto& corner : facets) {
      const auto at = [&](int c) { return slave.nodes[static_cast<std::size_t>(corner[c])]; };
      const Vec3 area = 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
      if (std::abs(area[2]) >= 0.5 * area.norm()) facing += area.norm();
    }
    const Overlap found = overlap(slave, plane, 4);
    EXPECT_NEAR(areaOf(found.points) + found.lost_area, facing, 1e-12);
    all_lost += found.lost_area;
  }
  EXPECT_GT(all_lost, 0.0);
}

// Verifies curved faces: each point of one face lies on the normal of the other face's facet.
TEST(Overlap, OfCurvedFacesMeetsBoth) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> bend(-0.05, 0.05);
  for (const CellType type : types_3d) {
    Face slave = flat(type, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}),
         master = flat(type, {0.1, 0.05, 0.1}, {1, 0, 0}, {0, 1, 0});
    for (auto* face : {&slave, &master})
      for (auto& node : face->nodes) node[2] += bend(random);
    double least = 0.0;
    for (const auto& point : overlap(slave, master, 3).points) {
      const Vec3 between = master.at(point.master_xi) - slave.at(point.slave_xi);
      EXPECT_NEAR(std::abs(between.norm()), std::abs(point.gap), 1e-12);
      least += point.weight;
    }
    EXPECT_GT(least, 0.6 * (fem::shapeOf(type) == fem::Shape::triangle ? 0.5 : 4.0));
  }
}

}  // namespace
}  // namespace tenon::surface
